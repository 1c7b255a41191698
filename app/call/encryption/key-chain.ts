import type { DataLabel, MediaKind } from '#protocol/channel.ts';

/** Frames that one key encrypts: about a minute of a call. */
export const FRAMES_PER_KEY = 4_096;
/** Maximum number of keys to derive ahead for a received frame: a day of a call. */
const MAX_AHEAD = 2_000;
/** The frame's number, which decryption needs, follows the ciphertext. */
const FRAME_BYTES = 4;
/** The nonce of AES-GCM (NIST SP 800-38D, 8.2.1), whose last bytes are the frame's number. */
const NONCE_BYTES = 12;

const textBytes = (text: string) => new TextEncoder().encode(text);
const [KEY, NEXT] = [textBytes('frame key'), textBytes('next secret')];

type Generation = { number: number; key: CryptoKey; secret: Uint8Array<ArrayBuffer> };

/** @returns 256 bits derived from a secret by HKDF (RFC 5869) */
async function derive(
  secret: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
}

async function generation(number: number, secret: Uint8Array<ArrayBuffer>): Promise<Generation> {
  const bits = await derive(secret, KEY);
  const key = await crypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { number, key, secret };
}

async function after({ number, secret }: Generation): Promise<Generation> {
  return generation(number + 1, await derive(secret, NEXT));
}

const nonce = (frame: number) => {
  const bytes = new Uint8Array(NONCE_BYTES);
  new DataView(bytes.buffer).setUint32(NONCE_BYTES - 4, frame);
  return bytes;
};

/** What is encrypted; authenticated with it, so that sound is not accepted as video. */
export type SealedKind = MediaKind | DataLabel | 'messages';

function parameters(frame: number, kind: SealedKind): AesGcmParams {
  return { name: 'AES-GCM', iv: nonce(frame), additionalData: textBytes(kind) };
}

/**
 * Keys of what one side sends. Frames are numbered across all kinds; after `FRAMES_PER_KEY` frames the next key is
 * derived and the former one forgotten, so that a leaked key does not reveal what was sent before.
 */
export class SendingChain {
  #generation: Promise<Generation>;
  #frame = 0;

  /** @param secret 256 bits, used for nothing else */
  constructor(secret: Uint8Array<ArrayBuffer>) {
    this.#generation = generation(0, secret);
  }

  /** @returns ciphertext and tag, then the frame's number */
  async encrypt(data: Uint8Array<ArrayBuffer>, kind: SealedKind): Promise<Uint8Array<ArrayBuffer>> {
    const frame = this.#frame++;
    if (frame > 0 && frame % FRAMES_PER_KEY === 0) this.#generation = this.#generation.then(after);
    const { key } = await this.#generation;
    const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters(frame, kind), key, data));
    const numbered = new Uint8Array(sealed.length + FRAME_BYTES);
    numbered.set(sealed);
    new DataView(numbered.buffer).setUint32(sealed.length, frame);
    return numbered;
  }
}

/** Keys of the other side: the current one, and the one before for delayed frames. Each frame is accepted once. */
export class ReceivingChain {
  #current: Promise<Generation>;
  #former: Generation | null = null;
  /** For each remainder, the number of the last accepted frame plus one. */
  readonly #taken = new Uint32Array(FRAMES_PER_KEY);

  /** @param secret the same as that of the other side's `SendingChain` */
  constructor(secret: Uint8Array<ArrayBuffer>) {
    this.#current = generation(0, secret);
  }

  /**
   * @param numbered what `encrypt` returned
   * @returns null if it is not the other side's, or was accepted before
   */
  async decrypt(
    numbered: Uint8Array<ArrayBuffer>,
    kind: SealedKind,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const end = numbered.length - FRAME_BYTES;
    if (end < 0) return null;
    const frame = new DataView(numbered.buffer, numbered.byteOffset + end).getUint32(0);
    const sealed = numbered.subarray(0, end);
    const slot = frame % FRAMES_PER_KEY;
    const wanted = Math.floor(frame / FRAMES_PER_KEY);
    const used = await this.#generationOf(wanted);
    if (!used) return null;
    try {
      const data = await crypto.subtle.decrypt(parameters(frame, kind), used.key, sealed);
      if ((this.#taken[slot] ?? 0) > frame) return null;
      this.#taken[slot] = frame + 1;
      const current = await this.#current;
      // Only an authenticated frame advances the chain.
      if (used.number > current.number) {
        this.#former = used.number === current.number + 1 ? current : null;
        this.#current = Promise.resolve(used);
      }
      return new Uint8Array(data);
    } catch {
      return null;
    }
  }

  async #generationOf(number: number): Promise<Generation | null> {
    if (this.#former?.number === number) return this.#former;
    let reached = await this.#current;
    if (number < reached.number || number - reached.number > MAX_AHEAD) return null;
    while (reached.number < number) reached = await after(reached);
    return reached;
  }
}
