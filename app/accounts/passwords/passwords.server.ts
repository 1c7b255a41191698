import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/**
 * One of OWASP's equivalent settings (https://cheatsheetseries.owasp.org, Password Storage); memory in KiB.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id. The hash includes its parameters, so raising them leaves old hashes valid. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Dummy hash for unknown accounts: same cost, matches no password. */
const nobody = hashPassword(randomBytes(32).toString('base64url'));

/** Takes the same time for an unknown account as for a wrong password. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobody), password);
  return fits && passwordHash !== undefined;
}
