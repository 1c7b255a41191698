import type {
  DataLabel,
  MediaKind,
  SeatEncryption,
  SeatName,
  SeatState,
  VideoCodec,
} from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type Agreement, agree, isProven, type KeyPair, makeKeyPair, prove } from './agreement.ts';
import { Comparison } from './comparison.ts';
import { type Data, DataCipher } from './data-cipher.ts';
import { linkSecret } from './link-secret.ts';
import type { ToTransform, TransformOptions } from './transform-worker.ts';

/** Why a host's camera is not encrypted: what sends it cannot encrypt, or what shows it cannot decrypt. */
export type ClearReason = 'streamed' | 'watchable';

/**
 * Whether only the two people can read what the media server forwards.
 *
 * - `unknown`: nothing is sent, as the other side is not there or has not said whether it encrypts;
 * - `off`: in the clear, as the `lacking` side's browser cannot encrypt, or its page is older than this feature. If that
 *   is the other side, this side's person has agreed to it;
 * - `refused`: the other side is said not to encrypt. Nothing is sent or shown until the person goes on without;
 * - `on`: with a key of the other side.
 */
export type Encryption =
  | { state: 'unknown' }
  | { state: 'off'; lacking: 'own' | 'other' }
  | {
      state: 'refused';
      /** The call has been encrypted before. */
      wasOn: boolean;
    }
  | {
      state: 'on';
      /** The other side's public key. */
      key: string;
      /**
       * Whether the key is the other person's: `proven` by the invitation link, `compared` by both people, `first` of the
       * call; `changed`: it differs from an earlier one, as after a reload; `forged`: it is not that of the link's creator,
       * or broke the rules of the comparison.
       */
      trust: 'proven' | 'compared' | 'first' | 'changed' | 'forged';
      /** Nothing is sent or shown until the person goes on with this key, or has compared pictures. */
      isHeld: boolean;
      /** Indices of the pictures to compare; null until both sides have agreed on them. */
      pictures: readonly number[] | null;
    };

/** Attaches encryption to tracks. */
export type FrameTransforms = {
  /** Must be called before the track's first frame. */
  attach(to: RTCRtpSender | RTCRtpReceiver, kind: MediaKind, codec: VideoCodec | null): void;
  /** What to send to the other side, once `ready`; undefined if this browser cannot encrypt. */
  readonly offer: SeatEncryption | undefined;
  readonly ready: Promise<void>;
};

/** How messages between the pages are sent; null: not now. */
type DataMode = DataCipher | 'clear' | null;
type Known = { agreement: Agreement; cipher: DataCipher };

/** The end-to-end encryption of one seat for the whole call, with one key pair. */
export class CallEncryption implements FrameTransforms {
  readonly #token: string;
  readonly #seat: SeatName;
  readonly #report: (encryption: Encryption) => void;
  readonly #worker: Worker | null;
  /** Null in a browser that cannot encrypt. */
  readonly #keys: Promise<KeyPair | null>;
  readonly ready: Promise<void>;
  #comparison: Comparison | null = null;
  #ownKey: Omit<SeatEncryption, 'comparison'> | null = null;
  /** By the other side's public key. Kept, as frame numbers continue. */
  readonly #known = new Map<string, Known>();
  /** The first key received from the other side. */
  #first: string | null = null;
  /** The other side's last offer; undefined while it is unknown. */
  #said: SeatEncryption | null | undefined;
  /** Offers are followed one after the other. */
  #following: Promise<void> = Promise.resolve();
  #data: DataMode;
  /** The key whose pictures the person has found to be the same. */
  #compared: string | null = null;
  /** What the person has agreed to go on with: a doubtful key, or no encryption. */
  #accepted: string | 'clear' | null = null;

  /**
   * @param report called on each change, also of `offer`
   * @param isWanted false: as in a browser that cannot encrypt
   */
  constructor(token: string, seat: SeatName, report: (encryption: Encryption) => void, isWanted = true) {
    this.#token = token;
    this.#seat = seat;
    this.#report = report;
    const isAble = isWanted && typeof RTCRtpScriptTransform !== 'undefined' && crypto.subtle !== undefined;
    this.#worker = isAble
      ? new Worker(new URL('./transform-worker.ts', import.meta.url), { type: 'module' })
      : null;
    this.#data = isAble ? null : 'clear';
    // A browser that refuses to create keys counts as one that cannot encrypt: the call continues, with an open lock.
    this.#keys = isAble ? makeKeyPair().catch(() => null) : Promise.resolve(null);
    this.ready = this.#prepare();
  }

  attach(to: RTCRtpSender | RTCRtpReceiver, kind: MediaKind, codec: VideoCodec | null): void {
    if (!this.#worker) return;
    const direction = 'replaceTrack' in to ? 'send' : 'receive';
    const options: TransformOptions = { direction, kind, codec };
    to.transform = new RTCRtpScriptTransform(this.#worker, options);
  }

  async #prepare(): Promise<void> {
    const keys = await this.#keys;
    if (!keys) return;
    const { publicKey } = keys;
    const secret = linkSecret(this.#token, this.#seat);
    this.#comparison = await Comparison.begin(this.#seat, publicKey);
    this.#ownKey = { publicKey, proof: secret && (await prove(secret, this.#seat, publicKey)) };
  }

  get offer(): SeatEncryption | undefined {
    return this.#ownKey ? { ...this.#ownKey, comparison: this.#comparison?.own ?? null } : undefined;
  }

  /** @param other the other seat; null if it is empty */
  setOther(other: SeatState | null): void {
    // Both come with the other side's transports. While it has none, as on a reload, keys stay as they are.
    const said = other?.videoCodecs.receive ? other.encryption : undefined;
    if (isSameEncryption(said, this.#said)) return;
    if (said === undefined) this.#tell({ mode: 'drop' });
    else if (said?.publicKey !== this.#said?.publicKey) this.#tell({ mode: 'wait' });
    this.#said = said;
    this.#follow();
  }

  /** The person has found the pictures of a key to be the same on both sides. */
  confirm(key: string): void {
    this.#compared = key;
    this.#follow();
  }

  /** The person goes on with a doubtful key, or without encryption, as long as that is what the other side offers. */
  goOn(accepted: string | 'clear'): void {
    this.#accepted = accepted;
    this.#follow();
  }

  #follow(): void {
    const followed = this.#following.then(async () => {
      await this.ready;
      const said = this.#said;
      if (said === undefined) this.#set({ mode: 'drop' }, this.#data, { state: 'unknown' });
      else if (!this.#ownKey) this.#set({ mode: 'plain' }, 'clear', { state: 'off', lacking: 'own' });
      else if (said === null) this.#followClear();
      else await this.#followKey(said);
    });
    // For instance if the other side's key is no point of the curve.
    this.#following = followed.catch(() => this.#set({ mode: 'drop' }, null, { state: 'unknown' }));
  }

  #followClear(): void {
    if (this.#accepted === 'clear') this.#set({ mode: 'plain' }, 'clear', { state: 'off', lacking: 'other' });
    else this.#set({ mode: 'drop' }, null, { state: 'refused', wasOn: this.#first !== null });
  }

  /** Rejects if the other side's public key is invalid. */
  async #followKey(said: SeatEncryption): Promise<void> {
    const { publicKey: key } = said;
    const { agreement, cipher } = await this.#agreed(key);
    const nonces = (await this.#comparison?.follow(said)) ?? null;
    const pictures = nonces && nonces !== 'forged' ? await agreement.pictures(nonces) : null;
    const secret = linkSecret(this.#token, this.#seat);
    const proven = secret !== null && (await isProven(secret, otherOf(this.#seat), said));
    this.#first ??= key;
    // A host cannot know whether a guest opened the link or typed the code.
    const isForged = nonces === 'forged' || (this.#seat === 'guest' && secret !== null && !proven);
    const trust = this.#trust(key, isForged, proven);
    const isDoubtful = trust === 'forged' || (trust === 'changed' && this.#compared !== null);
    const isHeld = isDoubtful && this.#accepted !== key;
    if (this.#accepted === 'clear') this.#accepted = null;
    const [own, other] = [this.#seat, otherOf(this.#seat)];
    const secrets = { send: agreement.media[own], receive: agreement.media[other] };
    this.#set(isHeld ? { mode: 'drop' } : { mode: 'keys', id: key, secrets }, isHeld ? null : cipher, {
      state: 'on',
      key,
      trust,
      isHeld,
      pictures,
    });
  }

  #trust(key: string, isForged: boolean, proven: boolean) {
    if (key === this.#compared) return 'compared';
    if (isForged) return 'forged';
    if (proven) return 'proven';
    return key === this.#first ? 'first' : 'changed';
  }

  async #agreed(key: string): Promise<Known> {
    const before = this.#known.get(key);
    const keys = await this.#keys;
    if (before || !keys) return before ?? Promise.reject(new Error('This browser has no keys'));
    const agreement = await agree(this.#token, this.#seat, keys, key);
    const [own, other] = [this.#seat, otherOf(this.#seat)];
    const cipher = new DataCipher({ send: agreement.data[own], receive: agreement.data[other] });
    const known = { agreement, cipher };
    this.#known.set(key, known);
    return known;
  }

  /**
   * Encrypts what this page sends to the other one besides media.
   * @returns an ArrayBuffer, or the data itself if the call is not encrypted
   * Rejects with a ProtocolError, UNAVAILABLE, if nothing may be sent now.
   */
  async seal(kind: DataLabel | 'messages', data: Data): Promise<Data> {
    await this.#following;
    if (this.#data === null) throw new ProtocolError('UNAVAILABLE');
    return this.#data === 'clear' ? data : (await this.#data.seal(kind, data)).buffer;
  }

  /** @returns what the other page has sealed; null if it has not, although the call is encrypted */
  async open(kind: DataLabel | 'messages', data: Data): Promise<Data | null> {
    await this.#following;
    if (this.#data === 'clear') return data;
    if (this.#data === null || typeof data === 'string') return null;
    return this.#data.open(kind, new Uint8Array(data));
  }

  #set(told: ToTransform, data: DataMode, encryption: Encryption): void {
    this.#tell(told);
    this.#data = data;
    this.#report(encryption);
  }

  #tell(told: ToTransform): void {
    this.#worker?.postMessage(told);
  }

  close(): void {
    this.#worker?.terminate();
  }
}

/** Whether messages reach the other page, as far as encryption is concerned. */
export function maySend(encryption: Encryption): boolean {
  return encryption.state === 'off' || (encryption.state === 'on' && !encryption.isHeld);
}

export function isSameEncryption(
  one: SeatEncryption | null | undefined,
  other: SeatEncryption | null | undefined,
): boolean {
  if (!one || !other) return one === other;
  return (
    one.publicKey === other.publicKey &&
    one.proof === other.proof &&
    one.comparison?.commitment === other.comparison?.commitment &&
    one.comparison?.nonce === other.comparison?.nonce
  );
}

function otherOf(seat: SeatName): SeatName {
  return seat === 'host' ? 'guest' : 'host';
}
