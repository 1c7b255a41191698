import { ECDH } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { env } from '#app/platform/env.server.ts';
import { isAdmitted } from '#app/platform/outbound/address.server.ts';
import type { Transaction } from '#db/client.ts';
import { pushNotification } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Hosts of the browsers' push services: Chrome and others, Firefox, Safari, Edge. */
const KNOWN = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
];

/**
 * Whether a URL belongs to a push service. Others are refused, as the site would send requests to any server a stranger
 * names.
 */
function isPushService(endpoint: string): boolean {
  const url = new URL(endpoint);
  if (!isAdmitted(url, env.PUSH_HOSTS)) return false;
  return KNOWN.some((pattern) => pattern.test(url.host)) || env.PUSH_HOSTS.includes(url.host);
}

const bytesOf = (base64url: string): number => Buffer.from(base64url, 'base64url').length;

/** Whether a key is an uncompressed point of P-256 (RFC 8291, 3.1); nothing could be encrypted for another one. */
function isPublicKey(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return bytesOf(key) === 65;
  } catch {
    return false;
  }
}

/**
 * Validates a new device and deletes its session's former one, as browsers change their push endpoints.
 * @throws ProtocolError INVALID_DATA
 */
export async function admitDevice(tx: Transaction, id: string): Promise<void> {
  const [device] = await tx.select().from(pushNotification).where(eq(pushNotification.id, id));
  if (!device) return;
  const refuse = (path: string, message: string) =>
    new ProtocolError('INVALID_DATA', [{ path, message, problem: { kind: 'format' } }]);
  if (!isPushService(device.endpoint)) throw refuse('endpoint', 'Not the address of a push service');
  if (!isPublicKey(device.p256dh)) throw refuse('p256dh', 'Not a public key');
  if (bytesOf(device.auth) !== 16) throw refuse('auth', 'Not 16 bytes');
  if (!device.sessionId) return;
  const former = and(eq(pushNotification.sessionId, device.sessionId), ne(pushNotification.id, id));
  await tx.delete(pushNotification).where(former);
}
