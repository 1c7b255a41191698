import { z } from 'zod';
import { LANGUAGE_RECORDS } from '#app/i18n/language-records.ts';
import { email } from '../entities/fields.ts';
import { username } from '../entities/user/schema.ts';

/** What accounts are asked for, for the API and the pages; usable in browsers. */

/** The languages that the site can speak with somebody. */
export const siteLanguage = z.enum(LANGUAGE_RECORDS);

/** The upper limit keeps the hash's work small. */
const newPassword = z
  .string()
  .min(8, 'Password must have at least 8 characters')
  .max(200, 'Password must have at most 200 characters');

export const signUpSchema = z.object({
  username,
  email,
  password: newPassword,
  language: siteLanguage.default('ENGLISH'),
});
export type SignUp = z.infer<typeof signUpSchema>;

/** Of a link's token. */
const token = z.string().max(100);

export const forgottenSchema = z.object({ email });
export const verifySchema = z.object({ token });
export const resetSchema = z.object({ token, password: newPassword });

export const changePasswordSchema = z.object({
  /** The present one; wrong is whatever does not fit, so it has no rules. */
  password: z.string().max(200),
  newPassword,
});

/** Somebody's new address, and their password. */
export const changeEmailSchema = z.object({ email, password: z.string().max(200) });

const credential = z
  .string()
  .max(254)
  .regex(/^[^\0]+$/);

/** `username` may be an e-mail address that was proved. */
export const logInSchema = z.object({
  username: credential,
  password: credential,
  'user-agent-type': z.string().max(40).optional().catch(undefined),
});
