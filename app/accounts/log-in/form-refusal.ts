import type { MessageKey } from '#app/i18n/catalogues.ts';
import type { ErrorCode } from '#protocol/errors.ts';

/** Why a form was refused, and what was typed into it. */
export type FormRefusal = {
  form: string;
  code: ErrorCode;
  /** Names of the fields that are wrong. */
  fields: string[];
  username: string;
  email: string;
  /** Of the password, which is not sent back. */
  passwordLength: number;
};

/** What is wrong with a field, in `login.json`; undefined: nothing. */
export function problemOf(
  refusal: FormRefusal | undefined,
  field: 'username' | 'email' | 'password',
): MessageKey<'login'> | undefined {
  if (!refusal?.fields.includes(field)) return undefined;
  if (field === 'email') return 'invalid.email';
  if (field === 'username') {
    if (refusal.code === 'ALREADY_EXISTS') return 'invalid.usernameTaken';
    return refusal.username.trim() === '' ? 'invalid.usernameEmpty' : 'invalid.username';
  }
  if (refusal.form === 'logIn' && refusal.passwordLength === 0) return 'invalid.passwordEmpty';
  return refusal.passwordLength < 8 ? 'invalid.passwordShort' : 'invalid.passwordLong';
}
