import { ProtocolError } from '#protocol/errors.ts';
import { STRONG_ENOUGH, strengthOf } from './password-strength.ts';

/**
 * Refuses a password that is easy to guess.
 * @param field the password's name in the form or body
 * @param personal the account's username and email address
 * @throws ProtocolError INVALID_DATA
 */
export function refuseWeakPassword(field: string, password: string, personal: readonly string[]): void {
  if (strengthOf(password, personal) >= STRONG_ENOUGH) return;
  const message = 'is easy to guess: common, or made from your name or address';
  throw new ProtocolError('INVALID_DATA', [{ path: field, message, problem: { kind: 'guessable' } }]);
}
