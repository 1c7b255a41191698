import type { VideoCodec } from '#protocol/channel.ts';

/** NAL unit types (ITU-T H.264, table 7-1). */
const [SLICE, IDR_SLICE, SPS, PPS] = [1, 5, 7, 8];
/**
 * Bytes of a slice that receivers read before they decode: the type of its NAL unit, its first macroblock, its type and
 * its picture parameter set. With ids up to 62 the three numbers take 21 bits (ITU-T H.264, 7.3.3 and 9.1).
 */
const SLICE_BYTES = 4;
const START_CODE = [0, 0, 0, 1];
/**
 * The first bytes of a key frame contain its width and height (RFC 6386, 9.1); the first byte of any frame its kind.
 */
const VP8_BYTES = { key: 10, delta: 1 };
/** Header of an OBU_FRAME without a size, which then extends to the end (AV1, 5.3.2). */
const AV1_FRAME = 0x30;

/**
 * The part of a frame that has to stay readable: a copy of what the media server and the browsers' RTP code read
 * between encoder and decoder. It is never decoded.
 * @param codec null for sound, of which nothing is read
 */
export function readablePart(frame: Uint8Array, codec: VideoCodec | null, isKey: boolean): Uint8Array {
  switch (codec) {
    case 'H264':
      return Uint8Array.from(readableOfH264(frame));
    case 'VP8':
      return frame.slice(0, isKey ? VP8_BYTES.key : VP8_BYTES.delta);
    case 'AV1':
      return Uint8Array.of(AV1_FRAME);
    default:
      return new Uint8Array();
  }
}

/** Parameter sets, by which the server recognises key frames, and the beginning of the first slice. */
function readableOfH264(frame: Uint8Array): number[] {
  const readable: number[] = [];
  const starts = nalUnits(frame);
  for (const [index, start] of starts.entries()) {
    const type = (frame[start] ?? 0) & 0x1f;
    if (type === SPS || type === PPS) {
      let end = (starts[index + 1] ?? frame.length + 3) - 3;
      while (frame[end - 1] === 0) end--;
      readable.push(...START_CODE, ...frame.subarray(start, end));
    } else if (type === SLICE || type === IDR_SLICE) {
      return [...readable, ...START_CODE, ...frame.subarray(start, start + SLICE_BYTES)];
    }
  }
  return readable;
}

/** Where NAL units begin, after their start codes (ITU-T H.264, annex B). */
function nalUnits(frame: Uint8Array): number[] {
  const starts: number[] = [];
  for (let at = frame.indexOf(1, 2); at !== -1; at = frame.indexOf(1, at + 1)) {
    if (frame[at - 1] === 0 && frame[at - 2] === 0) starts.push(at + 1);
    // Units after the first slice are not needed.
    const type = (frame[at + 1] ?? 0) & 0x1f;
    if (starts.at(-1) === at + 1 && (type === SLICE || type === IDR_SLICE)) break;
  }
  return starts;
}

/**
 * Escapes bytes so that they fit into a NAL unit, which must not contain a start code (emulation prevention, ITU-T
 * H.264, 7.4.1), regardless of the bytes before them.
 */
export function withEscapes(bytes: Uint8Array): Uint8Array {
  const escaped = new Uint8Array(Math.ceil(bytes.length * 1.5) + 1);
  let [length, zeros] = [0, 2];
  for (const byte of bytes) {
    if (zeros === 2 && byte <= 3) {
      escaped[length++] = 3;
      zeros = 0;
    }
    escaped[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return escaped.subarray(0, length);
}

/** Reverses `withEscapes`. */
export function withoutEscapes(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length);
  let [length, zeros] = [0, 2];
  for (const byte of bytes) {
    if (zeros === 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    plain[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return plain.subarray(0, length);
}
