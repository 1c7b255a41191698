import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import webPush from 'web-push';
import { z } from 'zod';

const secretsSchema = z.object({
  COOKIE_SECRET: z.string(),
  TICKET_SECRET: z.string(),
  VAPID_PUBLIC_KEY: z.string(),
  VAPID_PRIVATE_KEY: z.string(),
  /** The payment sandbox's; Stripe's own keys are never stored here. */
  STRIPE_SECRET_KEY: z.string(),
  STRIPE_WEBHOOK_SECRET: z.string(),
  STRIPE_ACCOUNTS_SECRET: z.string(),
});

export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Secrets for running without configuration: generated once, and readable only by their owner. Secrets missing from an
 * older version's file are added to it.
 */
export async function developmentSecrets(dataFolder: string, say: (line: string) => void): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json');
  const isNew = !existsSync(file);
  const known = isNew ? {} : secretsSchema.partial().parse(JSON.parse(await readFile(file, 'utf8')));
  const complete = secretsSchema.safeParse(known);
  if (complete.success) return complete.data;
  const secrets = { ...newSecrets(), ...known };
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  if (isNew) {
    say(`Development secrets written to ${file}; set COOKIE_SECRET and TICKET_SECRET in production`);
  }
  return secrets;
}

export function newSecrets(): Secrets {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const secret = () => randomBytes(32).toString('base64url');
  return {
    COOKIE_SECRET: secret(),
    TICKET_SECRET: secret(),
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    STRIPE_SECRET_KEY: `sk_sandbox_${randomBytes(24).toString('hex')}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
    STRIPE_ACCOUNTS_SECRET: `whsec_${secret()}`,
  };
}
