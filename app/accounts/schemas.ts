import { z } from 'zod';
import { email } from '#app/entities/fields.ts';
import { siteLanguage, username } from '#app/entities/user/schema.ts';
import { code } from './second-factor/schemas.ts';

/** Input schemas of accounts, for the API and the pages; browser-safe. */

/** The upper limit bounds the cost of hashing. */
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

/** Token of an emailed link. */
const token = z.string().max(100);

export const forgottenSchema = z.object({ email });
export const verifySchema = z.object({ token });
export const resetSchema = z.object({ token, password: newPassword });

export const changePasswordSchema = z.object({
  /** Current password: compared with the hash, so no format rules. */
  password: z.string().max(200),
  newPassword,
});

/** The current password is required unless the session was confirmed in the last 10 minutes. */
export const changeEmailSchema = z.object({ email, password: z.string().max(200).optional() });
export const confirmSchema = z.object({ password: z.string().max(200) });

const credential = z
  .string()
  .max(254)
  .regex(/^[^\0]+$/);

/** `username` may be a verified email address. */
export const logInSchema = z.object({
  username: credential,
  password: credential,
  code: code.optional().meta({
    description: 'Of an authenticator app, or a recovery code: for accounts with a second factor',
  }),
  'user-agent-type': z.string().max(40).optional().catch(undefined),
  pushToken: z.string().max(2000).optional().catch(undefined).meta({
    description:
      'The device to notify while the session lasts: a `PushSubscription` as JSON. Left out if it is none, or not of a known push service; `GET /api/push-notification` lists what was taken',
  }),
});
