import { generateSync } from 'otplib';
import { z } from 'zod';
import { recordSecret } from '#scripts/testing/secrets.ts';
import type { Answer, Client } from '../servers/client.ts';
import { Authenticator } from './authenticator.ts';
import { type Member, PASSWORD } from './members.ts';

const RECOVERY_CODE = /\b[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){5}\b/g;

/** Sends a form of the account page. */
export function sendForm(
  client: Client,
  intent: string,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const body = new URLSearchParams({ intent, password: PASSWORD, ...fields });
  return client.call('/personal/account', { body });
}

/** The recovery codes shown in a response, which are recorded as secrets. */
export function recoveryCodesIn({ bytes }: Answer): string[] {
  const codes = [...new Set(bytes.toString().match(RECOVERY_CODE))];
  for (const code of codes) recordSecret(code);
  return codes;
}

/** The key that the account page shows until the app's first code is entered. */
export async function shownKey(client: Client): Promise<string> {
  const { bytes } = await client.call('/personal/account');
  const key = />([A-Z2-7]{4}(?: [A-Z2-7]{4}){7})</.exec(bytes.toString())?.[1]?.replaceAll(' ', '') ?? '';
  recordSecret(key);
  return key;
}

/** The code that an authenticator app shows. */
export const appCode = (secret: string, atMs = Date.now()) =>
  generateSync({ secret, epoch: Math.floor(atMs / 1000) });

/** Sets up an authenticator app for a user, with the forms of the account page. */
export async function setUpApp({ client }: Member): Promise<{ secret: string; recoveryCodes: string[] }> {
  await sendForm(client, 'beginTotp');
  const secret = await shownKey(client);
  const answer = await sendForm(client, 'confirmTotp', { code: appCode(secret) });
  if (answer.status >= 400) throw new Error(`confirming the app was answered with ${answer.status}`);
  return { secret, recoveryCodes: recoveryCodesIn(answer) };
}

const addedSchema = z.object({
  passkey: z.object({ id: z.string() }),
  recoveryCodes: z.array(z.string()).nullable(),
});

/** Adds a passkey to a user's account. */
export async function addPasskey({ client }: Member, name = 'Test key') {
  const authenticator = new Authenticator(client.origin);
  const options = await client.call('/api/passkey/options', { body: { password: PASSWORD } });
  const response = authenticator.create(options.body);
  const { body } = await client.call('/api/passkey', { body: { response, name } });
  const { passkey, recoveryCodes } = addedSchema.parse(body);
  for (const code of recoveryCodes ?? []) recordSecret(code);
  return { authenticator, id: passkey.id, recoveryCodes };
}

/** Starts logging in with a passkey. @returns the options for the browser */
export async function askForPasskey(client: Client, secondStep = false): Promise<unknown> {
  return (await client.call('/api/login/passkey/options', { body: { secondStep } })).body;
}

export function logInWithPasskey(client: Client, response: unknown): Promise<Answer> {
  return client.call('/api/login/passkey', { body: { response } });
}
