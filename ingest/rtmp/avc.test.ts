import { describe, expect, it } from 'vitest';
import { AvcReader } from './avc.ts';

const SEQUENCE = Buffer.from([0x67, 1, 2, 3]);
const PICTURE_SET = Buffer.from([0x68, 4]);
const KEY_SLICE = Buffer.from([0x65, 5, 6]);
const SLICE = Buffer.from([0x41, 7]);
const DELIMITER = Buffer.from([9, 0xf0]);
const FILLER = Buffer.from([12, 0xff, 0x80]);

const withLengths = (units: Buffer[], bytes = 4) =>
  Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(bytes);
      length.writeUIntBE(unit.length, 0, bytes);
      return [length, unit];
    }),
  );

/** An AVCDecoderConfigurationRecord. */
function headers(lengthBytes = 4): Buffer {
  const record = [1, 0x42, 0xc0, 0x1f, 0xfc | (lengthBytes - 1), 0xe1];
  const sets = [withLengths([SEQUENCE], 2), Buffer.from([1]), withLengths([PICTURE_SET], 2)];
  return Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0, ...record]), ...sets]);
}

const tag = (first: number, content: Buffer, delay = [0, 0, 0]) =>
  Buffer.concat([Buffer.from([first, 1, ...delay]), content]);

describe('AvcReader', () => {
  it('puts the parameter sets before key frames, and leaves delimiters and filling out', () => {
    const reader = new AvcReader();
    expect(reader.read(headers())).toBeNull();
    const key = reader.read(tag(0x17, withLengths([DELIMITER, KEY_SLICE, FILLER])));
    expect(key?.data).toEqual(withLengths([SEQUENCE, PICTURE_SET, KEY_SLICE]));
    expect(reader.read(tag(0x27, withLengths([SLICE])))?.data).toEqual(withLengths([SLICE]));
    expect(reader.read(tag(0x27, withLengths([FILLER])))).toBeNull();
  });

  it('reads lengths of one and two bytes', () => {
    for (const bytes of [1, 2]) {
      const reader = new AvcReader();
      reader.read(headers(bytes));
      expect(reader.read(tag(0x27, withLengths([SLICE], bytes)))?.data).toEqual(withLengths([SLICE]));
    }
  });

  it('says how much later a picture is shown than decoded, or earlier', () => {
    const reader = new AvcReader();
    const read = (delay: number[]) => reader.read(tag(0x27, withLengths([SLICE]), delay))?.delay;
    expect(read([0, 0, 66])).toBe(66);
    expect(read([0xff, 0xff, 0xff])).toBe(-1);
  });

  it('refuses other codecs, and what is cut off', () => {
    const reader = new AvcReader();
    for (const first of [0x12, 0x92])
      expect(() => reader.read(Buffer.from([first, 1]))).toThrow('send H.264');
    expect(() => reader.read(tag(0x27, withLengths([SLICE]).subarray(0, 5)))).toThrow('cut off');
    expect(() => reader.read(headers().subarray(0, 12))).toThrow(RangeError);
  });
});
