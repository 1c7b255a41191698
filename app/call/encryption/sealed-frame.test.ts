import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VideoCodec } from '#protocol/channel.ts';
import { FRAMES_PER_KEY, ReceivingChain, SendingChain } from './key-chain.ts';
import { withEscapes, withoutEscapes } from './readable-part.ts';
import { type Frame, open, seal } from './sealed-frame.ts';

const secret = () => new Uint8Array(32).fill(7);
const chains = () => ({ sending: new SendingChain(secret()), receiving: new ReceivingChain(secret()) });

const CODE = [0, 0, 0, 1];
const SPS = [0x67, 0x42, 0xe0, 0x34, 0xac];
const PPS = [0x68, 0xce, 0x3c, 0x80];
/** A slice longer than its header, with what would be a start code further on. */
const SLICE = [0x65, 0x88, 0x84, 0x21, 0xa0, 0xff, 0, 0, 3, 1, 0x55, 0x56, 0x57, 0x58];
const SECOND_SLICE = [0x65, 0x01, 0x20, 0x99, 0x98, 0x97];
const keyFrame = [...CODE, ...SPS, ...CODE, ...PPS, ...CODE, ...SLICE, 0, 0, 1, ...SECOND_SLICE];

const frame = (bytes: number[], codec: VideoCodec | null, isKey = true): Frame => ({
  data: Uint8Array.from(bytes).buffer,
  kind: codec ? 'video' : 'audio',
  codec,
  isKey,
});
const bytesOf = (data: ArrayBuffer | null) => (data ? [...new Uint8Array(data)] : null);

/** Splits a frame into NAL units, as a packetizer does. */
function nalUnits(data: ArrayBuffer): number[][] {
  const bytes = Buffer.from(data);
  const startCode = Buffer.of(0, 0, 1);
  const units: number[][] = [];
  for (let at = bytes.indexOf(startCode); at !== -1; ) {
    const next = bytes.indexOf(startCode, at + 3);
    const end = next === -1 ? bytes.length : next - (bytes[next - 1] === 0 ? 1 : 0);
    units.push([...bytes.subarray(at + 3, end)]);
    at = next;
  }
  return units;
}

describe('an encrypted frame', () => {
  it('decrypts to the original frame, with any codec', async () => {
    const { sending, receiving } = chains();
    const codecs = [null, 'H264', 'VP8', 'VP9', 'AV1'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom(0, 1, 3), fc.nat(255)), { minLength: 1, maxLength: 300 }),
        fc.constantFrom(...codecs),
        fc.boolean(),
        async (bytes, codec, isKey) => {
          const sealed = await seal(sending, frame(bytes, codec, isKey));
          expect(bytesOf(await open(receiving, sealed, codec ? 'video' : 'audio'))).toEqual(bytes);
        },
      ),
    );
  });

  it('of H.264 shows parameter sets and the beginning of the first slice, in one slice without start codes', async () => {
    for (let round = 0; round < 300; round++) {
      const { sending } = chains();
      const units = nalUnits(await seal(sending, frame(keyFrame, 'H264')));
      expect(units).toHaveLength(3);
      expect(units[0]).toEqual(SPS);
      expect(units[1]).toEqual(PPS);
      expect(units[2]?.slice(0, 4)).toEqual(SLICE.slice(0, 4));
      expect(Buffer.from(units[2] ?? []).includes(Buffer.from(SLICE.slice(4)))).toBe(false);
    }
  });

  it('of VP8 shows its size in a key frame, and only its kind in others', async () => {
    const { sending } = chains();
    const bytes = Array.from({ length: 40 }, (_, at) => at + 1);
    const shown = async (isKey: boolean) => {
      const sealed = bytesOf(await seal(sending, frame(bytes, 'VP8', isKey))) ?? [];
      return sealed.findIndex((byte, at) => byte !== bytes[at]);
    };
    // By chance, one byte more may be equal.
    expect(await shown(true)).toBeGreaterThanOrEqual(10);
    expect(await shown(false)).toBeLessThan(5);
  });

  it('is decrypted although its readable part was rewritten on the way', async () => {
    const { sending, receiving } = chains();
    const sealed = new Uint8Array(await seal(sending, frame(keyFrame, 'H264')));
    const shortened = sealed.slice(1).buffer;
    expect(bytesOf(await open(receiving, shortened, 'video'))).toEqual(keyFrame);
  });

  it('is refused when changed, of another kind, repeated, or not encrypted', async () => {
    const { sending, receiving } = chains();
    const sealed = await seal(sending, frame([1, 2, 3, 4], null));
    const changed = new Uint8Array(sealed.slice(0));
    changed[0] = (changed[0] ?? 0) ^ 1;
    expect(await open(receiving, changed.buffer, 'audio')).toBeNull();
    expect(await open(receiving, sealed, 'video')).toBeNull();
    expect(bytesOf(await open(receiving, sealed, 'audio'))).toEqual([1, 2, 3, 4]);
    expect(await open(receiving, sealed, 'audio')).toBeNull();
    for (const plain of [[], [1], [9, 9, 9, 9, 0x84, 0x80, 0x80, 0x80, 1], keyFrame]) {
      expect(await open(receiving, Uint8Array.from(plain).buffer, 'audio')).toBeNull();
    }
  });

  it('is refused with the keys of another call', async () => {
    const other = new ReceivingChain(new Uint8Array(32).fill(8));
    expect(await open(other, await seal(chains().sending, frame([1], null)), 'audio')).toBeNull();
  });
});

describe('the chain of keys', () => {
  it('follows key changes, also with late frames, and forgets old keys', async () => {
    const { sending, receiving } = chains();
    const sealed: ArrayBuffer[] = [];
    for (let at = 0; at < 2 * FRAMES_PER_KEY + 2; at++) {
      const one = await seal(sending, frame([at & 255], null));
      if (at % FRAMES_PER_KEY < 2 || at % FRAMES_PER_KEY > FRAMES_PER_KEY - 3) sealed[at] = one;
    }
    const opened = async (at: number) => {
      const one = sealed[at];
      return one ? bytesOf(await open(receiving, one, 'audio')) : undefined;
    };
    expect(await opened(0)).toEqual([0]);
    // The first frame of the second key, then a delayed one of the first.
    expect(await opened(FRAMES_PER_KEY)).toEqual([0]);
    expect(await opened(FRAMES_PER_KEY - 1)).toEqual([255]);
    expect(await opened(2 * FRAMES_PER_KEY)).toEqual([0]);
    // A frame of a forgotten key.
    expect(await opened(FRAMES_PER_KEY - 2)).toBeNull();
    expect(await opened(2 * FRAMES_PER_KEY - 1)).toEqual([255]);
  });

  it('can be joined in the middle', async () => {
    const { sending, receiving } = chains();
    let latest = await seal(sending, frame([1], null));
    for (let at = 1; at < 3 * FRAMES_PER_KEY + 1; at++) latest = await seal(sending, frame([2], null));
    expect(bytesOf(await open(receiving, latest, 'audio'))).toEqual([2]);
  });
});

it('escaped bytes fit into a NAL unit after any byte', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0, 1, 2, 3, 4, 200)), (bytes) => {
      const escaped = withEscapes(Uint8Array.from(bytes));
      expect(Buffer.from([0, 0, ...escaped]).toString('hex')).not.toMatch(/^(..)*00000[0-2]/);
      expect([...withoutEscapes(escaped)]).toEqual(bytes);
    }),
  );
});
