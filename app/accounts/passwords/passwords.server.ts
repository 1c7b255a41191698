import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/**
 * One of OWASP's equivalent settings (https://cheatsheetseries.owasp.org, Password Storage); memory in KiB.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * argon2id of the form NFKC, as systems type the same accent in one character or two (NIST SP 800-63B, section 3.1.1.2).
 * The hash includes its parameters, so raising them leaves old hashes valid.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST);
}

/** Dummy hash for unknown accounts: same cost, matches no password. */
const nobody = hashPassword(randomBytes(32).toString('base64url'));

/** Takes the same time for an unknown account as for a wrong password. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await nobody);
  const normal = password.normalize('NFKC');
  // Versions before 0.2 hashed passwords as they were typed.
  const fits = (await verify(known, normal)) || (normal !== password && (await verify(known, password)));
  return fits && passwordHash !== undefined;
}
