import { createHmac } from 'node:crypto';
import { tokensFor } from '#app/platform/token.server.ts';

/**
 * A webhook's secrets, newest first: derived from COOKIE_SECRET, so that none is stored. Two while COOKIE_SECRET is
 * being rotated.
 */
export function secretsOf(webhookId: string): [string, ...string[]] {
  const [newest, ...older] = tokensFor(`webhook:${webhookId}`);
  return [`whsec_${newest}`, ...older.map((token) => `whsec_${token}`)];
}

/**
 * Value of the header `Panocall-Signature`, in the format of Stripe's: the time, and for each secret the HMAC-SHA-256
 * of time and body.
 * @param seconds since 1970
 */
export function signatureOf(secrets: readonly string[], body: string, seconds: number): string {
  const hmacs = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  );
  return [`t=${seconds}`, ...hmacs.map((hmac) => `v1=${hmac}`)].join();
}
