import { z } from 'zod';
import type { Row } from '#app/entities/crud/rows.server.ts';
import { id } from '#app/entities/fields.ts';
import { userEntity } from '#app/entities/user/descriptor.server.ts';
import { type ApiCalls, BODY_REFUSALS, done, WRITE_REFUSALS } from '#app/http/answers/api-call.server.ts';
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmSchema,
  forgottenSchema,
  logInSchema,
  resetSchema,
  signUpSchema,
  verifySchema,
} from './schemas.ts';
import { PASSKEY_CALLS, PASSKEY_LOG_IN } from './second-factor/api-calls.server.ts';
import { sessionSchema } from './sessions/sessions.server.ts';
import { suspensionSchema } from './suspension.server.ts';

const user: z.ZodType<Row> = userEntity.schema.row;
const sessionHeaders = z.object({
  'auth-token': z
    .string()
    .meta({ description: 'The bearer token; also in the cookie (`__Host-`)`JSESSIONID`' }),
  'session-uuid': z.uuid().meta({ description: "The session's id" }),
});
const ownSessionSchema = sessionSchema.extend({
  current: z.boolean().meta({ description: 'Whether this is the session of the request' }),
});

/** Accounts and sessions. */
export const ACCOUNT_CALLS = {
  logIn: {
    at: 'POST /api/login',
    tag: 'account',
    summary: 'Logs in; accepts JSON, a form or query parameters',
    description:
      'A password in the query is deprecated, because logs and histories keep URLs: the answer has the header `Deprecation` (RFC 9745).',
    body: logInSchema,
    answer: { description: 'The user', schema: user, headers: sessionHeaders },
    refuses: [
      'BAD_MESSAGE',
      'TOO_LARGE',
      'WRONG_CREDENTIALS',
      'SECOND_FACTOR_NEEDED',
      'WRONG_CODE',
      'ACCOUNT_SUSPENDED',
      'NOT_SIGNED_IN',
      'ADDRESS_BLOCKED',
      'CROSS_SITE',
      'RATE_LIMITED',
    ],
  },
  logInWithPasskey: {
    at: 'POST /api/login/passkey',
    tag: 'account',
    summary: 'Logs in with a passkey, which needs no second factor',
    ...PASSKEY_LOG_IN,
    answer: { description: 'The user', schema: user, headers: sessionHeaders },
  },
  ...PASSKEY_CALLS,
  logOut: {
    at: 'GET /api/logout',
    tag: 'account',
    summary: 'Ends the current session, or another one of yours; also succeeds if you are not logged in',
    query: z.object({ 'session-uuid': id.optional() }),
    answer: done('The session has ended'),
    refuses: ['NOT_FOUND', 'CONFIRM_AGAIN', 'CROSS_SITE'],
  },
  signUp: {
    at: 'POST /api/signup',
    tag: 'account',
    summary: 'Creates an account and logs it in',
    body: signUpSchema,
    answer: { status: 201, description: 'The new user', schema: user, headers: sessionHeaders },
    refuses: [...BODY_REFUSALS, 'ALREADY_EXISTS', 'ADDRESS_BLOCKED', 'CROSS_SITE', 'RATE_LIMITED'],
  },
  readCurrentUser: {
    at: 'GET /api/user/auth',
    tag: 'account',
    summary: 'The logged-in user',
    answer: { description: 'The user', schema: user },
    refuses: ['NOT_SIGNED_IN'],
  },
  authenticatedPing: {
    at: 'GET /api/pinga/auth',
    tag: 'pinga',
    summary: 'Whether the request is authenticated',
    answer: done('The request is authenticated'),
    refuses: ['NOT_SIGNED_IN'],
  },
  listSessions: {
    at: 'GET /api/session',
    tag: 'account',
    summary: 'Your sessions, most recently used first',
    answer: { description: 'The sessions', schema: z.object({ sessions: z.array(ownSessionSchema) }) },
    refuses: ['NOT_SIGNED_IN'],
  },
  endSession: {
    at: 'DELETE /api/session/{id}',
    tag: 'account',
    summary: "Ends one of your sessions, or as administrator anyone's",
    params: z.object({ id }),
    answer: done('The session has ended'),
    refuses: [...WRITE_REFUSALS, 'NOT_FOUND', 'CONFIRM_AGAIN'],
  },
  confirm: {
    at: 'POST /api/session/confirm',
    tag: 'account',
    summary:
      'Confirms with your password that it is you, which sensitive changes demand; counts for 10 minutes',
    body: confirmSchema,
    answer: done('The session is confirmed'),
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'WRONG_CREDENTIALS'],
  },
  listSessionsOf: {
    at: 'GET /api/user/{id}/session',
    tag: 'user',
    summary: "A user's sessions, most recently used first",
    description: 'Allowed for administrators.',
    params: z.object({ id }),
    answer: { description: 'The sessions', schema: z.object({ sessions: z.array(ownSessionSchema) }) },
    refuses: ['NOT_SIGNED_IN', 'FORBIDDEN', 'NOT_FOUND'],
  },
  endSessionsOf: {
    at: 'DELETE /api/user/{id}/session',
    tag: 'user',
    summary: 'Ends all sessions of a user, except the one of the request',
    description: 'Allowed for administrators.',
    params: z.object({ id }),
    answer: done('The sessions have ended'),
    refuses: [...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'NOT_FOUND'],
  },
  suspendUser: {
    at: 'POST /api/user/{id}/suspension',
    tag: 'user',
    summary: 'Suspends an account, or changes the reason',
    description:
      'Allowed for administrators. Ends its sessions and its calls, hides it from others, and refuses its log-ins with the reason.',
    params: z.object({ id }),
    body: suspensionSchema,
    answer: done('The account is suspended'),
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'NOT_FOUND', 'IN_USE'],
  },
  liftSuspension: {
    at: 'DELETE /api/user/{id}/suspension',
    tag: 'user',
    summary: 'Lifts the suspension of an account',
    description: 'Allowed for administrators.',
    params: z.object({ id }),
    answer: done('The account is no longer suspended'),
    refuses: [...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'NOT_FOUND', 'WRONG_STATE'],
  },
  changePassword: {
    at: 'POST /api/password',
    tag: 'account',
    summary: 'Changes your password, ends all your other sessions and replaces the token of this one',
    body: changePasswordSchema,
    answer: { ...done('Password changed'), headers: sessionHeaders },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'WRONG_CREDENTIALS'],
  },
  forgetPassword: {
    at: 'POST /api/password/forgotten',
    tag: 'account',
    summary: 'Emails a link to set a new password; answers the same whether or not the address is known',
    body: forgottenSchema,
    answer: done('If an account has this address, the email is on its way'),
    refuses: [...BODY_REFUSALS, 'ADDRESS_BLOCKED', 'CROSS_SITE', 'RATE_LIMITED'],
  },
  resetPassword: {
    at: 'POST /api/password/reset',
    tag: 'account',
    summary: 'Sets a password with the token from an emailed link and ends all sessions',
    body: resetSchema,
    answer: done('Password set'),
    refuses: [...BODY_REFUSALS, 'LINK_INVALID', 'ADDRESS_BLOCKED', 'CROSS_SITE', 'RATE_LIMITED'],
  },
  changeEmail: {
    at: 'POST /api/email',
    tag: 'account',
    summary: 'Emails a link to confirm a new address; the old one stays until then',
    body: changeEmailSchema,
    answer: done('The email is on its way, unless another account has the address'),
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'WRONG_CREDENTIALS'],
  },
  askForVerification: {
    at: 'POST /api/email/verification',
    tag: 'account',
    summary: 'Emails a new link to confirm your address',
    answer: done('The email is on its way, unless the address is already confirmed'),
    refuses: WRITE_REFUSALS,
  },
  verifyEmail: {
    at: 'POST /api/email/verify',
    tag: 'account',
    summary: 'Confirms an address with the token from an emailed link',
    body: verifySchema,
    answer: done('Address confirmed'),
    refuses: [...BODY_REFUSALS, 'LINK_INVALID', 'ADDRESS_BLOCKED', 'CROSS_SITE', 'RATE_LIMITED'],
  },
} satisfies ApiCalls;
