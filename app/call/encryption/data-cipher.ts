import type { DataLabel } from '#protocol/channel.ts';
import { ReceivingChain, SendingChain } from './key-chain.ts';

/** A message of a data channel, or a `PageMessage` in JSON. */
export type Data = string | ArrayBuffer;
type DataKind = DataLabel | 'messages';

/** The first byte of what is encrypted. */
const [TEXT, BINARY] = [0, 1];

/** Encrypts what the two pages send each other besides media, and decrypts it, each in the order of the calls. */
export class DataCipher {
  readonly #sending: SendingChain;
  readonly #receiving: ReceivingChain;
  /** Browsers may finish a later operation first. */
  #sealed: Promise<unknown> = Promise.resolve();
  #opened: Promise<unknown> = Promise.resolve();

  /** @param secrets 256 bits for each direction, used for nothing else */
  constructor({ send, receive }: { send: Uint8Array<ArrayBuffer>; receive: Uint8Array<ArrayBuffer> }) {
    this.#sending = new SendingChain(send);
    this.#receiving = new ReceivingChain(receive);
  }

  seal(kind: DataKind, data: Data): Promise<Uint8Array<ArrayBuffer>> {
    const sealed = this.#sealed.then(() => this.#sending.encrypt(marked(data), kind));
    this.#sealed = sealed.catch(() => {});
    return sealed;
  }

  /** @returns null if it is not the other side's, or was accepted before */
  open(kind: DataKind, sealed: Uint8Array<ArrayBuffer>): Promise<Data | null> {
    const opened = this.#opened.then(() => this.#receiving.decrypt(sealed, kind));
    this.#opened = opened.catch(() => {});
    return opened.then((bytes) => bytes && unmarked(bytes));
  }
}

function marked(data: Data): Uint8Array<ArrayBuffer> {
  const isText = typeof data === 'string';
  const bytes = isText ? new TextEncoder().encode(data) : new Uint8Array(data);
  const all = new Uint8Array(bytes.length + 1);
  all[0] = isText ? TEXT : BINARY;
  all.set(bytes, 1);
  return all;
}

function unmarked(all: Uint8Array<ArrayBuffer>): Data {
  const bytes = all.slice(1);
  return all[0] === TEXT ? new TextDecoder().decode(bytes) : bytes.buffer;
}
