import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Answer, Client } from '../servers/client.ts';

export const PASSWORD = 'correct horse battery';

const userSchema = z.object({ id: z.string(), username: z.string(), email: z.string() });

export type Member = z.infer<typeof userSchema> & { client: Client; token: string; sessionId: string };

/** A unique username and email address. */
export function newName(): { username: string; email: string } {
  const username = `u${randomBytes(6).toString('hex')}`;
  return { username, email: `${username}@example.org` };
}

/** Signs up a new user, logged in from a new address. */
export async function signUp(origin: string, fields: Record<string, string> = {}): Promise<Member> {
  const client = new Client(origin);
  const body = { ...newName(), password: PASSWORD, ...fields };
  return memberOf(await client.call('/api/signup', { body }), client);
}

export function logIn(client: Client, username: string, password = PASSWORD): Promise<Answer> {
  return client.call('/api/login', { body: { username, password } });
}

/** The user logged in by a response. */
export function memberOf({ body, headers }: Answer, client: Client): Member {
  const token = headers.get('auth-token') ?? '';
  return { ...userSchema.parse(body), client, token, sessionId: headers.get('session-uuid') ?? '' };
}

/** Whether a request with these headers, or this client's cookies, is logged in. */
export async function isSignedIn(client: Client, headers?: Record<string, string>): Promise<boolean> {
  const { status } = await client.call('/api/pinga/auth', { headers });
  if (status !== 200 && status !== 401) throw new Error(`/api/pinga/auth answered ${status}`);
  return status === 200;
}
