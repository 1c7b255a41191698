import { ProtocolError } from '#protocol/errors.ts';
import type { SignedIn } from './viewer.ts';

/** How long a proof of identity counts, which limits what someone who finds a browser logged in can change. */
const CONFIRMED_FOR_MS = 10 * 60_000;

/** Requires a recent proof of identity for a sensitive change. @throws ProtocolError CONFIRM_AGAIN */
export function requireConfirmed({ confirmedAt }: SignedIn): void {
  if (Date.now() - confirmedAt.getTime() > CONFIRMED_FOR_MS) throw new ProtocolError('CONFIRM_AGAIN');
}
