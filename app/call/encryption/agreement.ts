import type { SeatEncryption, SeatName } from '#protocol/channel.ts';
import { fromBase64, toBase64 } from './base64.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
/**
 * Pictures to compare, out of 64: 8 are 48 bits. A server in between would have to find two key pairs with the same
 * pictures while the call begins, at this many rounds of PBKDF2 per attempt.
 */
const [PICTURES, PICTURE_BITS, ROUNDS] = [8, 6, 100_000];

const bytesOf = (text: string) => new TextEncoder().encode(text);

export type KeyPair = { privateKey: CryptoKey; publicKey: string };

/**
 * Creates the key pair of one page. Each page needs its own: frame numbers, used as nonces, restart with every page.
 */
export async function makeKeyPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  return { privateKey, publicKey: toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))) };
}

async function proofKey(secret: string): Promise<CryptoKey> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', fromBase64(secret), hmac, false, ['sign', 'verify']);
}

const proven = (seat: SeatName, publicKey: string) => bytesOf(`${seat} ${publicKey}`);

/** @returns a proof, for holders of the link, that the key belongs to a seat of this room */
export async function prove(secret: string, seat: SeatName, publicKey: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await proofKey(secret), proven(seat, publicKey));
  return toBase64(new Uint8Array(signature));
}

/** @param seat whose key it claims to be */
export async function isProven(
  secret: string,
  seat: SeatName,
  { publicKey, proof }: SeatEncryption,
): Promise<boolean> {
  if (proof === null) return false;
  const key = await proofKey(secret);
  return crypto.subtle.verify('HMAC', key, fromBase64(proof), proven(seat, publicKey));
}

/** What both sides have in common. @property secrets for what each seat sends */
export type Agreement = {
  secrets: Record<SeatName, Uint8Array<ArrayBuffer>>;
  /** Indices of the pictures that both people compare. Slow by design. */
  pictures: () => Promise<number[]>;
};

/**
 * Agrees on keys (ECDH on P-256, then HKDF), bound to the room and to both public keys.
 * @throws DOMException if the other side's public key is invalid
 */
export async function agree(
  token: string,
  seat: SeatName,
  own: KeyPair,
  otherKey: string,
): Promise<Agreement> {
  const other = await crypto.subtle.importKey('raw', fromBase64(otherKey), CURVE, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own.privateKey, 256);
  const hkdf = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']);
  const keys = seat === 'host' ? [own.publicKey, otherKey] : [otherKey, own.publicKey];
  const salt = bytesOf([token, ...keys].join(' '));
  const derive = async (purpose: string) => {
    const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info: bytesOf(purpose) };
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, hkdf, 256));
  };
  const [host, guest, spoken] = await Promise.all([derive('host'), derive('guest'), derive('pictures')]);
  return { secrets: { host, guest }, pictures: () => picturesOf(spoken, salt) };
}

async function picturesOf(secret: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>): Promise<number[]> {
  const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS };
  const bits = new Uint8Array(await crypto.subtle.deriveBits(parameters, key, PICTURES * PICTURE_BITS));
  let number = bits.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  return Array.from({ length: PICTURES }, () => {
    const index = Number(number & 63n);
    number >>= 6n;
    return index;
  });
}
