import { data } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { refuseBlockedAddress } from '#app/http/blocked-networks.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import { recordOf } from '#app/i18n/language-records.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { ERROR_STATUS, invalidData, ProtocolError } from '#protocol/errors.ts';
import { logInSchema, signUpSchema } from '../schemas.ts';
import type { FormRefusal } from './form-refusal.ts';
import { authenticate } from './log-in.server.ts';
import { signUp } from './sign-up.server.ts';

export const INTENTS = ['logIn', 'signUp'] as const;

/**
 * The pages' ways to sign in, on the same service as the API's. Each finds out a user's id.
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

/** What a form that was refused is shown again with: everything that was typed but passwords. */
export function refusal(error: unknown, form: FormData) {
  if (!(error instanceof ProtocolError)) throw error;
  const { code, fields = [] } = error;
  const text = (name: string) => String(form.get(name) ?? '');
  const answer: FormRefusal = {
    form: text('intent'),
    code,
    fields: fields.map(({ path }) => path),
    username: text('username'),
    email: text('email'),
    passwordLength: text('password').length,
  };
  return data(answer, { status: ERROR_STATUS[code] });
}
