import type { MediaKind, VideoCodec } from '#protocol/channel.ts';
import type { ReceivingChain, SendingChain } from './key-chain.ts';
import { readablePart, withEscapes, withoutEscapes } from './readable-part.ts';

/**
 * The last byte of an encrypted frame: whether the ciphertext was escaped. Never 0, which a NAL unit may not end in.
 */
const [PLAIN, ESCAPED] = [1, 2];
/** The length before it: digits of 7 bits, with the highest bit set so that no byte is 0. */
const LENGTH_BYTES = 4;
const TRAILER_BYTES = LENGTH_BYTES + 1;

/** A frame from its encoder. @property codec null for sound */
export type Frame = {
  data: ArrayBuffer;
  kind: MediaKind;
  codec: VideoCodec | null;
  isKey: boolean;
};

/**
 * Encrypts a frame:
 *
 * ```
 * readable part │ ciphertext and tag, frame number (4 bytes) │ length of the part before (4 bytes) │ marker
 * ```
 *
 * The middle part is escaped for H.264. The whole frame is encrypted, including the readable part: receivers discard
 * that copy, as it may be rewritten on the way.
 */
export async function seal(chain: SendingChain, { data, kind, codec, isKey }: Frame): Promise<ArrayBuffer> {
  const plain = new Uint8Array(data);
  const readable = readablePart(plain, codec, isKey);
  const numbered = await chain.encrypt(plain, kind);
  const middle = codec === 'H264' ? withEscapes(numbered) : numbered;

  const whole = new Uint8Array(readable.length + middle.length + TRAILER_BYTES);
  whole.set(readable);
  whole.set(middle, readable.length);
  const trailer = whole.length - TRAILER_BYTES;
  for (let digit = 0; digit < LENGTH_BYTES; digit++) {
    whole[trailer + digit] = 0x80 | ((middle.length >>> (7 * digit)) & 0x7f);
  }
  whole[whole.length - 1] = codec === 'H264' ? ESCAPED : PLAIN;
  return whole.buffer;
}

/** @returns the original frame, or null if the other side did not encrypt it with its keys */
export async function open(
  chain: ReceivingChain,
  data: ArrayBuffer,
  kind: MediaKind,
): Promise<ArrayBuffer | null> {
  const whole = new Uint8Array(data);
  const trailer = whole.length - TRAILER_BYTES;
  const marker = whole.at(-1);
  if (trailer < 0 || (marker !== PLAIN && marker !== ESCAPED)) return null;
  let length = 0;
  for (let digit = 0; digit < LENGTH_BYTES; digit++) {
    length |= ((whole[trailer + digit] ?? 0) & 0x7f) << (7 * digit);
  }
  if (length > trailer) return null;
  const middle = whole.subarray(trailer - length, trailer);
  const numbered = marker === ESCAPED ? withoutEscapes(middle) : middle;
  const opened = await chain.decrypt(new Uint8Array(numbered), kind);
  return opened?.buffer ?? null;
}
