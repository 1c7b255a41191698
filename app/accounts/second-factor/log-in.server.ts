import { countRefusals } from '#app/http/limits/rate-limits.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { recordRefusedLogIn } from '../passwords/refused-log-in.server.ts';
import { spendRecoveryCode } from './recovery-codes.server.ts';
import { spendTotp } from './totp.server.ts';

/**
 * Uses up a code of the user's authenticator app, or a recovery code.
 * @param address the client's
 * @param origin the site's, for the link in the email about a recovery code
 * @throws ProtocolError WRONG_CODE, RATE_LIMITED
 */
export function acceptCode(userId: string, code: string, address: string, origin: string): Promise<void> {
  const accept = async () => {
    if (await spendTotp(userId, code)) return;
    if (await spendRecoveryCode(userId, code, origin)) return;
    await recordRefusedLogIn(userId);
    throw new ProtocolError('WRONG_CODE');
  };
  return countRefusals('secondFactor', userId, ['WRONG_CODE'], () =>
    countRefusals('secondFactorFrom', address, ['WRONG_CODE'], accept),
  );
}
