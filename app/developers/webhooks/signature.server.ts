import { createHmac } from 'node:crypto';
import { tokenFor } from '#app/platform/token.server.ts';

/** A webhook's secret: derived from COOKIE_SECRET, so that none is stored. */
export const secretOf = (webhookId: string): string => `whsec_${tokenFor(`webhook:${webhookId}`)}`;

/**
 * The header `Panocall-Signature`, as Stripe writes its own: time and HMAC-SHA-256 of both time and body.
 * @param seconds since 1970
 */
export function signatureOf(secret: string, body: string, seconds: number): string {
  const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hmac}`;
}
