import { CLOSE_CODES } from '#protocol/errors.ts';

const FIRST_DELAY_MS = 300;
const MAX_DELAY_MS = 1_500;

/**
 * The delay before the next attempt: doubles from 0.3 s to 1.5 s, with jitter between half and the whole of it, so that
 * the clients of a restarted server do not all reconnect at once.
 * @param attempt 0 for the first attempt after a drop
 * @param random 0..1
 */
export function reconnectDelay(attempt: number, random: number): number {
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
  return ceiling * (0.5 + random / 2);
}

const final: ReadonlySet<number> = new Set([
  CLOSE_CODES.TOO_LARGE,
  CLOSE_CODES.ABUSE,
  CLOSE_CODES.LOGIN_REFUSED,
  CLOSE_CODES.REPLACED,
  CLOSE_CODES.LOGGED_OUT,
]);

/** Whether to reconnect a socket that was closed with this code. */
export function isWorthReconnecting(closeCode: number): boolean {
  return !final.has(closeCode);
}
