import type { SeatEncryption, SeatName } from '#protocol/channel.ts';
import { fromBase64, toBase64 } from './base64.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
/**
 * Pictures to compare, out of 64: 36 bits. A server in between can guess once for each key (`comparison.ts`); ZRTP shows at
 * least 16 bits (RFC 6189, 4.5.2).
 */
const [PICTURES, PICTURE_BITS] = [6, 6];

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
  { publicKey, proof }: Pick<SeatEncryption, 'publicKey' | 'proof'>,
): Promise<boolean> {
  if (proof === null) return false;
  const key = await proofKey(secret);
  return crypto.subtle.verify('HMAC', key, fromBase64(proof), proven(seat, publicKey));
}

type Secret = Uint8Array<ArrayBuffer>;
/** Random bytes of each seat, in base64url. */
export type Nonces = Record<SeatName, string>;

/** What both sides have in common. */
export type Agreement = {
  /** Secrets for the picture and sound that each seat sends. */
  media: Record<SeatName, Secret>;
  /** Secrets for all else that each seat sends to the other. */
  data: Record<SeatName, Secret>;
  /** Indices of the pictures that both people compare. */
  pictures: (nonces: Nonces) => Promise<number[]>;
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
  const derive = async (purpose: string, nonces: string[] = []) => {
    const salt = bytesOf([token, ...keys, ...nonces].join(' '));
    const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info: bytesOf(purpose) };
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, hkdf, 256));
  };
  const of = async (purpose: string) => {
    const [host, guest] = await Promise.all([derive(`host${purpose}`), derive(`guest${purpose}`)]);
    return { host, guest };
  };
  const [media, data] = await Promise.all([of(''), of(' data')]);
  return {
    media,
    data,
    pictures: async ({ host, guest }) => pictureIndices(await derive('pictures', [host, guest])),
  };
}

function pictureIndices(bits: Secret): number[] {
  return [...bits.subarray(0, PICTURES)].map((byte) => byte & (2 ** PICTURE_BITS - 1));
}
