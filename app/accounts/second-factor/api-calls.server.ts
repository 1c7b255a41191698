import { z } from 'zod';
import { id } from '#app/entities/fields.ts';
import { type ApiCalls, BODY_REFUSALS, done, WRITE_REFUSALS } from '#app/http/answers/api-call.server.ts';
import {
  assertionSchema,
  passkeyName,
  passkeySchema,
  passwordSchema,
  registrationSchema,
} from './schemas.ts';

const LEVEL_3 = 'https://www.w3.org/TR/webauthn-3/';
const optionsFor = (name: string) => ({
  description: `\`${name}\` (WebAuthn Level 3); its challenge is good for five minutes, once, and for this browser`,
  schema: z.record(z.string(), z.unknown()).meta({ externalDocs: { url: LEVEL_3 } }),
});
const TRY_REFUSALS = ['CROSS_SITE', 'ADDRESS_BLOCKED', 'RATE_LIMITED', 'PASSKEY_REFUSED'] as const;

/** Passkey calls. Logging in with a passkey is in ACCOUNT_CALLS, as it answers like a login. */
export const PASSKEY_CALLS = {
  listPasskeys: {
    at: 'GET /api/passkey',
    tag: 'account',
    summary: 'Your passkeys, oldest first',
    answer: { description: 'The passkeys', schema: z.object({ passkeys: z.array(passkeySchema) }) },
    refuses: ['NOT_SIGNED_IN'],
  },
  askForNewPasskey: {
    at: 'POST /api/passkey/options',
    tag: 'account',
    summary: 'What a browser needs to make a passkey for you',
    body: passwordSchema,
    answer: optionsFor('PublicKeyCredentialCreationOptionsJSON'),
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'WRONG_CREDENTIALS', 'WRONG_STATE'],
  },
  addPasskey: {
    at: 'POST /api/passkey',
    tag: 'account',
    summary: 'Stores a new passkey; the first second factor comes with recovery codes, shown only here',
    body: z.object({ response: registrationSchema, name: passkeyName }),
    answer: {
      status: 201,
      description: 'The passkey, and the recovery codes or null',
      schema: z.object({ passkey: passkeySchema, recoveryCodes: z.array(z.string()).nullable() }),
    },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'PASSKEY_REFUSED', 'WRONG_STATE', 'ALREADY_EXISTS'],
  },
  renamePasskey: {
    at: 'PUT /api/passkey/{id}',
    tag: 'account',
    summary: 'Renames one of your passkeys',
    params: z.object({ id }),
    body: z.object({ name: passkeyName }),
    answer: done('Passkey renamed'),
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'NOT_FOUND'],
  },
  removePasskey: {
    at: 'DELETE /api/passkey/{id}',
    tag: 'account',
    summary: 'Removes one of your passkeys',
    params: z.object({ id }),
    body: passwordSchema,
    answer: done('Passkey removed'),
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'WRONG_CREDENTIALS', 'NOT_FOUND'],
  },
  askForPasskey: {
    at: 'POST /api/login/passkey/options',
    tag: 'account',
    summary: 'What a browser needs to log in with a passkey',
    body: z.object({
      secondStep: z
        .boolean()
        .default(false)
        .meta({ description: 'For the account whose password this browser has just given' }),
    }),
    answer: optionsFor('PublicKeyCredentialRequestOptionsJSON'),
    refuses: [...BODY_REFUSALS, 'CROSS_SITE', 'ADDRESS_BLOCKED', 'RATE_LIMITED', 'NOT_SIGNED_IN'],
  },
  askToConfirm: {
    at: 'POST /api/session/confirm/passkey/options',
    tag: 'account',
    summary: 'What a browser needs to confirm your session with one of your passkeys',
    answer: optionsFor('PublicKeyCredentialRequestOptionsJSON'),
    refuses: WRITE_REFUSALS,
  },
  confirmWithPasskey: {
    at: 'POST /api/session/confirm/passkey',
    tag: 'account',
    summary: 'Confirms your session with one of your passkeys',
    body: z.object({ response: assertionSchema }),
    answer: done('Session confirmed'),
    refuses: [...BODY_REFUSALS, 'NOT_SIGNED_IN', ...TRY_REFUSALS],
  },
} satisfies ApiCalls;

/** Shared by the calls that verify a passkey of a client not logged in. */
export const PASSKEY_LOG_IN = {
  body: z.object({
    response: assertionSchema,
    'user-agent-type': z.string().max(40).optional().catch(undefined),
  }),
  refuses: [...BODY_REFUSALS, 'NOT_SIGNED_IN', ...TRY_REFUSALS],
} as const;
