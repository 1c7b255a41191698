/** H.264 in FLV's tags (Adobe Flash Video File Format 10.1, E.4.3): a codec, a type, a time, then AVC as in MP4. */
const AVC = 7;
const KEY_FRAME = 1;
const PACKET = { sequenceHeader: 0, units: 1 };
/** Set in enhanced RTMP, which names other codecs. */
const IS_ENHANCED = 0x80;
const HEADER_BYTES = 5;

/** NAL unit types (ITU-T H.264, table 7-1) that belong to a stream, not to a picture. */
const DELIMITER = 9;
const FILLER = 12;

/** Bytes of each NAL unit's length in what this gives. */
const LENGTH_BYTES = 4;

export type AccessUnit = {
  /** NAL units, each after its length in four bytes; those of key frames begin with the parameter sets. */
  data: Buffer;
  /** From its decoding until it is shown, in ms. */
  delay: number;
};

/** Takes pictures out of the tags of one stream. */
export class AvcReader {
  #lengthBytes = LENGTH_BYTES;
  #parameterSets: Buffer[] = [];

  /**
   * @param body of a video tag
   * @returns null if it holds no picture
   * @throws Error if it is not H.264
   */
  read(body: Buffer): AccessUnit | null {
    const [first = 0, packet] = body;
    if ((first & IS_ENHANCED) !== 0 || (first & 0x0f) !== AVC)
      throw new Error('The picture is in no codec that is taken here: send H.264.');
    const content = body.subarray(HEADER_BYTES);
    if (packet === PACKET.sequenceHeader) this.#configure(content);
    if (packet !== PACKET.units) return null;
    const units = [...unitsOf(content, this.#lengthBytes)].filter((unit) => !isLeftOut(unit));
    if (units.length === 0) return null;
    const isKey = first >> 4 === KEY_FRAME;
    return {
      data: Buffer.concat([...(isKey ? this.#parameterSets : []), ...units].flatMap(withLength)),
      delay: body.readIntBE(2, 3),
    };
  }

  /** Reads an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). */
  #configure(record: Buffer): void {
    this.#lengthBytes = (record.readUInt8(4) & 0x03) + 1;
    const sequences = record.readUInt8(5) & 0x1f;
    this.#parameterSets = [];
    let at = 6;
    const take = (count: number) => {
      for (let taken = 0; taken < count; taken++) {
        const length = record.readUInt16BE(at);
        this.#parameterSets.push(Buffer.from(record.subarray(at + 2, at + 2 + length)));
        at += 2 + length;
      }
    };
    take(sequences);
    at += 1;
    take(record.readUInt8(at - 1));
  }
}

function* unitsOf(content: Buffer, lengthBytes: number): Generator<Buffer> {
  for (let at = 0; at + lengthBytes <= content.length; ) {
    const start = at + lengthBytes;
    at = start + content.readUIntBE(at, lengthBytes);
    if (at > content.length) throw new Error('A picture is cut off.');
    if (at > start) yield content.subarray(start, at);
  }
}

function isLeftOut(unit: Buffer): boolean {
  const type = (unit[0] ?? 0) & 0x1f;
  return type === DELIMITER || type === FILLER;
}

function withLength(unit: Buffer): [Buffer, Buffer] {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(unit.length);
  return [length, unit];
}
