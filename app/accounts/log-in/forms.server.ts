import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { refuseBlockedAddress } from '#app/http/limits/blocked-networks.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { recordOf } from '#app/i18n/language-records.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { invalidData } from '#protocol/errors.ts';
import { logInSchema, signUpSchema } from '../schemas.ts';
import { authenticate } from './log-in.server.ts';
import { signUp } from './sign-up.server.ts';

export const INTENTS = ['logIn', 'signUp'] as const;

/**
 * Strategies of the login page, using the same services as the API. Each returns a user's id.
 * @param address the client's
 */
export function accountForms(address: string): Authenticator<string> {
  const logIn = new FormStrategy<string>(({ form, request }) => {
    refuseCrossSite(request);
    const fields = logInSchema.safeParse(Object.fromEntries(form));
    if (!fields.success) throw invalidData(fields.error);
    return authenticate(fields.data, address);
  });
  const newAccount = new FormStrategy<string>(async ({ form, request }) => {
    refuseCrossSite(request);
    await refuseBlockedAddress(address);
    const language = recordOf(languageOfPath(new URL(request.url).pathname));
    const fields = signUpSchema.safeParse({ ...Object.fromEntries(form), language });
    if (!fields.success) throw invalidData(fields.error);
    await spend('signUp', address);
    return signUp(fields.data, originOf(request));
  });
  return new Authenticator<string>().use(logIn, 'logIn').use(newAccount, 'signUp');
}
