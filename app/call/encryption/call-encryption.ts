import type { MediaKind, SeatEncryption, SeatName, SeatState, VideoCodec } from '#protocol/channel.ts';
import { type Agreement, agree, isProven, type KeyPair, makeKeyPair, prove } from './agreement.ts';
import { linkSecret } from './link-secret.ts';
import type { ToTransform, TransformOptions } from './transform-worker.ts';

/**
 * Whether only the two people can read what the media server forwards.
 *
 * - `unknown`: nothing is sent, as the other side is not there or has not said whether it encrypts;
 * - `off`: the `lacking` side's browser cannot encrypt, or its page is older than this feature;
 * - `on`: with keys that surely belong to the other person if the invitation link has `proven` them.
 */
export type Encryption =
  | { state: 'unknown' }
  | { state: 'off'; lacking: 'own' | 'other' }
  | {
      state: 'on';
      /** The other side's public key. */
      key: string;
      proven: boolean;
      /** The key differs from an earlier one, or is not that of the invitation link's creator. */
      isDoubtful: boolean;
      pictures: Agreement['pictures'];
    };

/** Attaches encryption to tracks. */
export type FrameTransforms = {
  /** Must be called before the track's first frame. */
  attach(to: RTCRtpSender | RTCRtpReceiver, kind: MediaKind, codec: VideoCodec | null): void;
  /** What to send to the other side, once `ready`; undefined if this browser cannot encrypt. */
  readonly offer: SeatEncryption | undefined;
  readonly ready: Promise<void>;
};

/** The end-to-end encryption of one seat for the whole call, with one key pair. */
export class CallEncryption implements FrameTransforms {
  readonly #token: string;
  readonly #seat: SeatName;
  readonly #report: (encryption: Encryption) => void;
  readonly #worker: Worker | null;
  /** Null in a browser that cannot encrypt. */
  readonly #keys: Promise<KeyPair | null>;
  readonly ready: Promise<void>;
  offer: SeatEncryption | undefined;
  /** The first key received from the other side. */
  #first: string | null = null;
  /** The other side's last offer; undefined while it is unknown. */
  #said: SeatEncryption | null | undefined;

  /** @param report called on each change */
  constructor(token: string, seat: SeatName, report: (encryption: Encryption) => void) {
    this.#token = token;
    this.#seat = seat;
    this.#report = report;
    const isAble = typeof RTCRtpScriptTransform !== 'undefined' && crypto.subtle !== undefined;
    this.#worker = isAble
      ? new Worker(new URL('./transform-worker.ts', import.meta.url), { type: 'module' })
      : null;
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
    this.offer = { publicKey, proof: secret && (await prove(secret, this.#seat, publicKey)) };
  }

  /** @param other the other seat; null if it is empty */
  setOther(other: SeatState | null): void {
    // Both come with the other side's transports. While it has none, as on a reload, keys stay as they are.
    const said = other?.videoCodecs.receive ? other.encryption : undefined;
    const isSame = said?.publicKey === this.#said?.publicKey && said?.proof === this.#said?.proof;
    if (isSame && (said === undefined) === (this.#said === undefined)) return;
    this.#said = said;
    void this.#follow(said);
  }

  async #follow(said: SeatEncryption | null | undefined): Promise<void> {
    if (said === undefined) return this.#set({ mode: 'drop' }, { state: 'unknown' });
    if (!this.#worker) return this.#report({ state: 'off', lacking: 'own' });
    if (!said) return this.#set({ mode: 'plain' }, { state: 'off', lacking: 'other' });
    this.#tell({ mode: 'wait' });
    const keys = await this.#keys;
    if (this.#said !== said) return;
    if (!keys) return this.#set({ mode: 'plain' }, { state: 'off', lacking: 'own' });
    const agreed = await this.#agree(keys, said).catch(() => null);
    if (this.#said !== said) return;
    if (!agreed) return this.#set({ mode: 'drop' }, { state: 'unknown' });
    const { secrets, pictures, proven, isForged } = agreed;
    this.#first ??= said.publicKey;
    const isDoubtful = isForged || (!proven && this.#first !== said.publicKey);
    const [own, other] = [secrets[this.#seat], secrets[otherOf(this.#seat)]];
    this.#set(
      { mode: 'keys', id: said.publicKey, secrets: { send: own, receive: other } },
      { state: 'on', key: said.publicKey, proven, isDoubtful, pictures },
    );
  }

  /** Rejects if the other side's public key is invalid. */
  async #agree(keys: KeyPair, said: SeatEncryption) {
    const secret = linkSecret(this.#token, this.#seat);
    const proven = secret !== null && (await isProven(secret, otherOf(this.#seat), said));
    // A host cannot know whether a guest opened the link or typed the code.
    const isForged = this.#seat === 'guest' && secret !== null && !proven;
    return { ...(await agree(this.#token, this.#seat, keys, said.publicKey)), proven, isForged };
  }

  #set(told: ToTransform, encryption: Encryption): void {
    this.#tell(told);
    this.#report(encryption);
  }

  #tell(told: ToTransform): void {
    this.#worker?.postMessage(told);
  }

  close(): void {
    this.#worker?.terminate();
  }
}

function otherOf(seat: SeatName): SeatName {
  return seat === 'host' ? 'guest' : 'host';
}
