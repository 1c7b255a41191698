import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** One of OWASP's equal choices (https://cheatsheetseries.owasp.org, Password Storage); memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id. The result names its parameters, so that they can be raised and old hashes still be read. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** What to compare with where there is no account: the same work, and no password fits. */
const nobody = hashPassword(randomBytes(32).toString('base64url'));

/** Works as long for an account that does not exist as for a wrong password. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobody), password);
  return fits && passwordHash !== undefined;
}
