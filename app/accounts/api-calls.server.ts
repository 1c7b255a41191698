import { z } from 'zod';
import { id, instant } from '#app/entities/fields.ts';
import {
  body,
  done,
  type Json,
  jsonAnswer,
  type Operation,
  parameter,
  ref,
  refusals,
  toJson,
} from '#app/http/api-call.server.ts';
import {
  changeEmailSchema,
  changePasswordSchema,
  forgottenSchema,
  logInSchema,
  resetSchema,
  signUpSchema,
  verifySchema,
} from './schemas.ts';

const sessionSchema = z.object({
  id,
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  userAgent: z.string().nullable(),
  userAgentType: z.string().nullable(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});

const header = (description: string): Json => ({ description, schema: { type: 'string' } });
const signedIn = (description: string): Json => ({
  ...jsonAnswer(description, ref('User')),
  headers: {
    'auth-token': header('The bearer token; also in the cookie JSESSIONID'),
    'session-uuid': header("The session's id"),
  },
});

function call(
  operationId: string,
  tag: string,
  summary: string,
  rest: Omit<Operation, 'operationId' | 'tags' | 'summary'>,
): Operation {
  return { operationId, tags: [tag], summary, ...rest };
}

const takes = (schema: z.ZodType) => body(toJson(schema, 'input'));

/** Accounts and sessions. */
export const ACCOUNT_CALLS: Record<string, Record<string, Operation>> = {
  '/api/login': {
    post: call('logIn', 'account', 'Signs in; the fields may stand in the query too', {
      requestBody: takes(logInSchema),
      responses: { 200: signedIn('The user'), ...refusals(400, 401, 403, 411, 413, 429) },
    }),
  },
  '/api/logout': {
    get: call('logOut', 'account', 'Ends a session of one’s own, or the present one', {
      parameters: [parameter('session-uuid', 'query', { type: 'string', format: 'uuid' })],
      responses: { 200: done('It has ended'), ...refusals(401, 403, 404) },
    }),
  },
  '/api/signup': {
    post: call('signUp', 'account', 'Makes an account and signs it in', {
      requestBody: takes(signUpSchema),
      responses: { 201: signedIn('The new user'), ...refusals(400, 403, 409, 411, 413, 429) },
    }),
  },
  '/api/user/auth': {
    get: call('readCurrentUser', 'account', 'Who is signed in', {
      responses: { 200: jsonAnswer('The user', ref('User')), ...refusals(401) },
    }),
  },
  '/api/pinga/auth': {
    get: call('authenticatedPing', 'pinga', 'Whether somebody is signed in', {
      responses: { 200: done('Somebody is'), ...refusals(401) },
    }),
  },
  '/api/session': {
    get: call('listSessions', 'account', 'Where one is signed in', {
      responses: {
        200: jsonAnswer('The sessions', toJson(z.object({ sessions: z.array(sessionSchema) }), 'output')),
        ...refusals(401),
      },
    }),
  },
  '/api/session/{id}': {
    delete: call('endSession', 'account', 'Ends a session of one’s own', {
      parameters: [parameter('id', 'path', { type: 'string', format: 'uuid' })],
      responses: { 200: done('It has ended'), ...refusals(401, 403, 404) },
    }),
  },
  '/api/password': {
    post: call('changePassword', 'account', 'Changes one’s password and ends all other sessions', {
      requestBody: takes(changePasswordSchema),
      responses: { 200: done('It is changed'), ...refusals(400, 401, 403, 411, 413, 429) },
    }),
  },
  '/api/password/forgotten': {
    post: call('forgetPassword', 'account', 'Has a link mailed; says nothing of who has that address', {
      requestBody: takes(forgottenSchema),
      responses: {
        200: done('If somebody has it, a mail is on its way'),
        ...refusals(400, 403, 411, 413, 429),
      },
    }),
  },
  '/api/password/reset': {
    post: call('resetPassword', 'account', 'Sets a password by a mailed link and ends all sessions', {
      requestBody: takes(resetSchema),
      responses: { 200: done('It is set'), ...refusals(400, 403, 410, 411, 413, 429) },
    }),
  },
  '/api/email': {
    post: call(
      'changeEmail',
      'account',
      'Has a link mailed to a new address, which is one’s own once it is opened',
      {
        requestBody: takes(changeEmailSchema),
        responses: {
          200: done('A mail is on its way, unless the address is somebody else’s'),
          ...refusals(400, 401, 403, 411, 413, 429),
        },
      },
    ),
  },
  '/api/email/verification': {
    post: call('askForVerification', 'account', 'Has a link mailed to one’s own address', {
      responses: { 200: done('A mail is on its way, if one is needed'), ...refusals(401, 403, 429) },
    }),
  },
  '/api/email/verify': {
    post: call('verifyEmail', 'account', 'Proves an address by a mailed link', {
      requestBody: takes(verifySchema),
      responses: { 200: done('It is proved'), ...refusals(400, 403, 410, 411, 413, 429) },
    }),
  },
};
