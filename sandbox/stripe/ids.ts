import { randomBytes } from 'node:crypto';

/** An id in Stripe's format: a prefix and 96 random bits, e.g. `cus_6fa1…`. */
export function newId(prefix: string, bytes = 12): string {
  return `${prefix}_${randomBytes(bytes).toString('hex')}`;
}
