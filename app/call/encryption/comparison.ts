import type { SeatEncryption, SeatName } from '#protocol/channel.ts';
import type { Nonces } from './agreement.ts';
import { toBase64 } from './base64.ts';

type Compared = Nonces | 'forged' | null;
type Own = NonNullable<SeatEncryption['comparison']>;

const newNonce = () => toBase64(crypto.getRandomValues(new Uint8Array(32)));

/** @returns SHA-256 of a host's public key and nonce, in base64url */
async function commitmentTo(publicKey: string, nonce: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${publicKey} ${nonce}`);
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/**
 * One seat's part in the agreement on the pictures that people compare. A hash commitment (as in ZRTP, RFC 6189, 4.4.1.1,
 * and Matrix) leaves a server in between one guess, however fast it computes:
 *
 * 1. the host sends the hash of a nonce, beside its public key;
 * 2. the guest answers with a nonce of its own, made for this hash and key;
 * 3. the host reveals its nonce, and makes another one if a page with another key takes the guest's place.
 *
 * The pictures depend on both keys and both nonces, and neither page reveals its nonce before the other's part is fixed.
 * For each key there is one attempt, so that a server cannot try until the pictures of both sides happen to be equal
 * without the keys changing. All of it is state in `SeatEncryption`: nothing has to be repeated after a lost connection.
 */
export class Comparison {
  readonly #seat: SeatName;
  readonly #publicKey: string;
  #nonce = '';
  /** The other side's part that this side's nonce was made or revealed for; null while there is none. */
  #usedFor: { key: string; part: string } | null = null;
  /** This side's part, to be sent to the other one. */
  own: Own | null = null;

  private constructor(seat: SeatName, publicKey: string) {
    this.#seat = seat;
    this.#publicKey = publicKey;
  }

  /** @param publicKey of this seat */
  static async begin(seat: SeatName, publicKey: string): Promise<Comparison> {
    const comparison = new Comparison(seat, publicKey);
    if (seat === 'host') await comparison.#commit();
    return comparison;
  }

  /**
   * Follows the other side's part, which may change `own`.
   * @returns both nonces once they are known; `forged` if the other side broke the rules
   */
  async follow(other: SeatEncryption): Promise<Compared> {
    return this.#seat === 'host' ? this.#takeAnswer(other) : this.#takeCommitment(other);
  }

  async #commit(): Promise<void> {
    this.#nonce = newNonce();
    this.#usedFor = null;
    this.own = { commitment: await commitmentTo(this.#publicKey, this.#nonce), nonce: null };
  }

  async #takeAnswer({ publicKey, comparison }: SeatEncryption): Promise<Compared> {
    if (this.#usedFor && this.#usedFor.key !== publicKey) await this.#commit();
    if (!this.own || !comparison?.nonce || comparison.commitment !== this.own.commitment) return null;
    this.#usedFor ??= { key: publicKey, part: comparison.nonce };
    if (this.#usedFor.part !== comparison.nonce) return 'forged';
    this.own = { ...this.own, nonce: this.#nonce };
    return { host: this.#nonce, guest: comparison.nonce };
  }

  async #takeCommitment({ publicKey, comparison }: SeatEncryption): Promise<Compared> {
    if (!comparison) return null;
    const { commitment, nonce } = comparison;
    if (this.#usedFor?.key !== publicKey) {
      // Revealed to an earlier page: the host makes another one once it has seen this page's key.
      if (nonce !== null) return null;
      this.#nonce = newNonce();
      this.#usedFor = { key: publicKey, part: commitment };
      this.own = { commitment, nonce: this.#nonce };
    }
    if (this.#usedFor.part !== commitment) return 'forged';
    if (nonce === null) return null;
    if (commitment !== (await commitmentTo(publicKey, nonce))) return 'forged';
    return { host: nonce, guest: this.#nonce };
  }
}
