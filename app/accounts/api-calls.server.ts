import { z } from 'zod';
import type { Row } from '#app/entities/crud/rows.server.ts';
import { id } from '#app/entities/fields.ts';
import { userEntity } from '#app/entities/user/rules.server.ts';
import { type ApiCalls, BODY_REFUSALS, done, WRITE_REFUSALS } from '#app/http/api-call.server.ts';
import {
  changeEmailSchema,
  changePasswordSchema,
  forgottenSchema,
  logInSchema,
  resetSchema,
  signUpSchema,
  verifySchema,
} from './schemas.ts';
import { sessionSchema } from './sessions.server.ts';

const user: z.ZodType<Row> = userEntity.schema.row;
const sessionHeaders = z.object({
  'auth-token': z.string().meta({ description: 'The bearer token; also in the cookie JSESSIONID' }),
  'session-uuid': z.uuid().meta({ description: "The session's id" }),
});
const ownSessionSchema = sessionSchema.extend({
  current: z.boolean().meta({ description: 'Whether this is the session that asks' }),
});

/** Accounts and sessions. */
export const ACCOUNT_CALLS = {
  logIn: {
    at: 'POST /api/login',
    tag: 'account',
    summary: 'Signs in; takes JSON, a form or the query',
    body: logInSchema,
    answer: { description: 'The user', schema: user, headers: sessionHeaders },
    refuses: [
      'BAD_MESSAGE',
      'TOO_LARGE',
      'WRONG_CREDENTIALS',
      'NOT_SIGNED_IN',
      'ADDRESS_BLOCKED',
      'CROSS_SITE',
      'RATE_LIMITED',
    ],
  },
  logOut: {
    at: 'GET /api/logout',
    tag: 'account',
    summary: 'Ends the current session, or another of your own; succeeds for those not signed in too',
    query: z.object({ 'session-uuid': id.optional() }),
    answer: done('The session has ended'),
    refuses: ['NOT_FOUND', 'CROSS_SITE'],
  },
  signUp: {
    at: 'POST /api/signup',
    tag: 'account',
    summary: 'Creates an account and signs it in',
    body: signUpSchema,
    answer: { status: 201, description: 'The new user', schema: user, headers: sessionHeaders },
    refuses: [...BODY_REFUSALS, 'ALREADY_EXISTS', 'ADDRESS_BLOCKED', 'CROSS_SITE', 'RATE_LIMITED'],
  },
  readCurrentUser: {
    at: 'GET /api/user/auth',
    tag: 'account',
    summary: 'The user who is signed in',
    answer: { description: 'The user', schema: user },
    refuses: ['NOT_SIGNED_IN'],
  },
  authenticatedPing: {
    at: 'GET /api/pinga/auth',
    tag: 'pinga',
    summary: 'Whether the request is signed in',
    answer: done('It is'),
    refuses: ['NOT_SIGNED_IN'],
  },
  listSessions: {
    at: 'GET /api/session',
    tag: 'account',
    summary: 'Your sessions, the device last seen first',
    answer: { description: 'The sessions', schema: z.object({ sessions: z.array(ownSessionSchema) }) },
    refuses: ['NOT_SIGNED_IN'],
  },
  endSession: {
    at: 'DELETE /api/session/{id}',
    tag: 'account',
    summary: 'Ends a session of your own',
    params: z.object({ id }),
    answer: done('The session has ended'),
    refuses: [...WRITE_REFUSALS, 'NOT_FOUND'],
  },
  changePassword: {
    at: 'POST /api/password',
    tag: 'account',
    summary: 'Changes your password and ends all your other sessions',
    body: changePasswordSchema,
    answer: done('Password changed'),
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'WRONG_CREDENTIALS', 'RATE_LIMITED'],
  },
  forgetPassword: {
    at: 'POST /api/password/forgotten',
    tag: 'account',
    summary: 'Emails a link to set a new password; answers the same whether or not the address is known',
    body: forgottenSchema,
    answer: done('If an account has this address, the email is on its way'),
    refuses: [...BODY_REFUSALS, 'CROSS_SITE', 'RATE_LIMITED'],
  },
  resetPassword: {
    at: 'POST /api/password/reset',
    tag: 'account',
    summary: 'Sets a password with the token of an emailed link and ends all sessions',
    body: resetSchema,
    answer: done('Password set'),
    refuses: [...BODY_REFUSALS, 'LINK_INVALID', 'CROSS_SITE', 'RATE_LIMITED'],
  },
  changeEmail: {
    at: 'POST /api/email',
    tag: 'account',
    summary: 'Emails a link to a new address; the account has that address once the link is opened',
    body: changeEmailSchema,
    answer: done('The email is on its way, unless another account has the address'),
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'WRONG_CREDENTIALS', 'RATE_LIMITED'],
  },
  askForVerification: {
    at: 'POST /api/email/verification',
    tag: 'account',
    summary: 'Emails a new link to prove your address',
    answer: done('The email is on its way, unless the address is proved'),
    refuses: [...WRITE_REFUSALS, 'RATE_LIMITED'],
  },
  verifyEmail: {
    at: 'POST /api/email/verify',
    tag: 'account',
    summary: 'Proves an address with the token of an emailed link',
    body: verifySchema,
    answer: done('Address proved'),
    refuses: [...BODY_REFUSALS, 'LINK_INVALID', 'CROSS_SITE', 'RATE_LIMITED'],
  },
} satisfies ApiCalls;
