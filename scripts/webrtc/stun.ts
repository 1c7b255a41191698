import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import ipaddr from 'ipaddr.js';

/** STUN messages (RFC 8489), as used by ICE (RFC 8445) and TURN (RFC 8656). */

const MAGIC = 0x2112a442;
const HEADER_BYTES = 20;
const FINGERPRINT_MASK = 0x5354554e;

export const METHOD = {
  BINDING: 0x001,
  ALLOCATE: 0x003,
  REFRESH: 0x004,
  SEND: 0x006,
  DATA: 0x007,
  CREATE_PERMISSION: 0x008,
} as const;

export const CLASS = { REQUEST: 0x000, INDICATION: 0x010, SUCCESS: 0x100, ERROR: 0x110 } as const;

export const ATTRIBUTE = {
  USERNAME: 0x0006,
  MESSAGE_INTEGRITY: 0x0008,
  ERROR_CODE: 0x0009,
  LIFETIME: 0x000d,
  PEER_ADDRESS: 0x0012,
  DATA: 0x0013,
  REALM: 0x0014,
  NONCE: 0x0015,
  REQUESTED_TRANSPORT: 0x0019,
  PRIORITY: 0x0024,
  FINGERPRINT: 0x8028,
  CONTROLLING: 0x802a,
} as const;

type Attributes = ReadonlyMap<number, Buffer>;

export interface StunMessage {
  method: number;
  class: number;
  /** The same in an answer as in its request. */
  transaction: string;
  attributes: Attributes;
}

/** An encoded message to send. */
export interface Encoded {
  bytes: Buffer;
  transaction: string;
}

/** @param key signs the message */
export function encode(
  method: number,
  kind: number,
  attributes: readonly (readonly [type: number, value: Buffer])[],
  key?: Buffer | string,
): Encoded {
  const header = Buffer.alloc(HEADER_BYTES);
  const transaction = randomBytes(12);
  // Methods below 16 do not overlap the bits of the class.
  header.writeUInt16BE(method | kind, 0);
  header.writeUInt32BE(MAGIC, 4);
  transaction.copy(header, 8);
  let bytes = Buffer.concat([header, ...attributes.map(attributeOf)]);
  if (key !== undefined) {
    // Each attribute covers the message with a length that includes the attribute itself.
    bytes.writeUInt16BE(bytes.length - HEADER_BYTES + 24, 2);
    const signature = createHmac('sha1', key).update(bytes).digest();
    bytes = Buffer.concat([bytes, attributeOf([ATTRIBUTE.MESSAGE_INTEGRITY, signature])]);
  }
  bytes.writeUInt16BE(bytes.length - HEADER_BYTES + 8, 2);
  const fingerprint = Buffer.alloc(4);
  fingerprint.writeUInt32BE((crc32(bytes) ^ FINGERPRINT_MASK) >>> 0);
  bytes = Buffer.concat([bytes, attributeOf([ATTRIBUTE.FINGERPRINT, fingerprint])]);
  return { bytes, transaction: transaction.toString('hex') };
}

function attributeOf([type, value]: readonly [number, Buffer]): Buffer {
  const bytes = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, 4);
  return bytes;
}

/** @returns null unless the bytes are exactly one STUN message */
export function decode(bytes: Buffer): StunMessage | null {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(4) !== MAGIC) return null;
  if (bytes.length !== messageBytes(bytes)) return null;
  const type = bytes.readUInt16BE(0);
  const attributes = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 2);
    attributes.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  const transaction = bytes.toString('hex', 8, HEADER_BYTES);
  return { method: type & 0x00f, class: type & 0x110, transaction, attributes };
}

/** Length of the message that begins here, or null if too few bytes have arrived. */
export function messageBytes(start: Buffer): number | null {
  return start.length < 4 ? null : HEADER_BYTES + start.readUInt16BE(2);
}

/** Error code, e.g. 401; null if the message is not an error. */
export function errorCode({ attributes }: StunMessage): number | null {
  const value = attributes.get(ATTRIBUTE.ERROR_CODE);
  return value && value.length >= 4 ? (value[2] ?? 0) * 100 + (value[3] ?? 0) : null;
}

/** Value of an XOR-mapped address (RFC 8489, 14.2). @param address IPv4 */
export function xorAddress(address: string, port: number): Buffer {
  const value = Buffer.alloc(8);
  value[1] = 1;
  value.writeUInt16BE(port ^ (MAGIC >>> 16), 2);
  const host = Buffer.from(ipaddr.IPv4.parse(address).toByteArray()).readUInt32BE();
  value.writeUInt32BE((host ^ MAGIC) >>> 0, 4);
  return value;
}
