import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { z } from 'zod';
import { type ErrorCode, errorSchema } from '#protocol/errors.ts';

/** Passkeys in the browser. Loaded on first use, together with the library. */

/** `NO_PASSKEY`: the browser or user offered none; `KNOWN_PASSKEY`: the device already has one for the account. */
export type PasskeyProblem = ErrorCode | 'NO_PASSKEY' | 'KNOWN_PASSKEY';

class Failed extends Error {
  readonly problem: PasskeyProblem;
  constructor(problem: PasskeyProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Runs one of the functions below. @returns its result or its problem */
async function attempt<T>(work: Promise<T>): Promise<{ value: T } | { problem: PasskeyProblem }> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof Failed) return { problem: error.problem };
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return { problem: isKnown ? 'KNOWN_PASSKEY' : 'NO_PASSKEY' };
  }
}

/** Logs in. @param secondStep after the password: only with a passkey of that account */
async function logIn(secondStep: boolean): Promise<void> {
  const response = await sign('/api/login/passkey/options', { secondStep });
  await post('/api/login/passkey', { response });
}

const addedSchema = z.object({ recoveryCodes: z.array(z.string()).nullable() });

/** Creates a passkey for the user. @returns recovery codes, if it is the account's first second factor */
async function register(name: string, password: string): Promise<string[] | null> {
  const asked = await post('/api/passkey/options', { password });
  const response = await startRegistration({
    optionsJSON: fromServer<PublicKeyCredentialCreationOptionsJSON>().parse(asked),
  });
  return addedSchema.parse(await post('/api/passkey', { response, name })).recoveryCodes;
}

/** Confirms the session, like the password. */
async function confirm(): Promise<void> {
  await post('/api/session/confirm/passkey', {
    response: await sign('/api/session/confirm/passkey/options'),
  });
}

/** Passkey operations of the site. */
export const browserPasskeys = { attempt, logIn, register, confirm };

async function sign(path: string, body: object = {}): Promise<AuthenticationResponseJSON> {
  const asked = await post(path, body);
  return startAuthentication({
    optionsJSON: fromServer<PublicKeyCredentialRequestOptionsJSON>().parse(asked),
  });
}

/** Not validated further: the server makes the options with the same library. */
const fromServer = <T extends object>() =>
  z.custom<T>((value) => typeof value === 'object' && value !== null);

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  if (response?.ok) return answer;
  throw new Failed(errorSchema.safeParse(answer).data?.code ?? 'UNAVAILABLE');
}
