import { ProtocolError } from '#protocol/errors.ts';
import type { SignedIn } from './viewer.ts';

/** How long a proof of who someone is counts. Whoever finds a browser logged in can change no more than this allows. */
const CONFIRMED_FOR_MS = 10 * 60_000;

/** For sensitive changes. @throws ProtocolError CONFIRM_AGAIN */
export function requireConfirmed({ confirmedAt }: SignedIn): void {
  if (Date.now() - confirmedAt.getTime() > CONFIRMED_FOR_MS) throw new ProtocolError('CONFIRM_AGAIN');
}
