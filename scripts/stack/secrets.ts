import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const secretsSchema = z.object({ COOKIE_SECRET: z.string(), TICKET_SECRET: z.string() });

export type Secrets = z.infer<typeof secretsSchema>;

/** Secrets for running without configuration: generated once, and readable only by their owner. */
export async function developmentSecrets(dataFolder: string, say: (line: string) => void): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json');
  if (existsSync(file)) return secretsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const secrets = newSecrets();
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  say(`Development secrets written to ${file}; set COOKIE_SECRET and TICKET_SECRET in production`);
  return secrets;
}

export function newSecrets(): Secrets {
  const secret = () => randomBytes(32).toString('base64url');
  return { COOKIE_SECRET: secret(), TICKET_SECRET: secret() };
}
