import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { developmentSecrets } from './secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('generates secrets once, and mentions them once', async () => {
  const said: string[] = [];
  const first = await developmentSecrets(join(folder, 'new'), (line) => said.push(line));
  expect(first.STRIPE_SECRET_KEY).toMatch(/^sk_sandbox_/);
  expect(await developmentSecrets(join(folder, 'new'), (line) => said.push(line))).toEqual(first);
  expect(said).toHaveLength(1);
});

test('keeps the secrets of an older version’s file, and adds missing ones', async () => {
  const file = join(folder, 'secrets.json');
  const old = { COOKIE_SECRET: 'cookie', TICKET_SECRET: 'ticket' };
  await writeFile(file, JSON.stringify(old));
  const secrets = await developmentSecrets(folder, () => {});
  expect(secrets).toMatchObject(old);
  expect(Buffer.from(secrets.VAPID_PRIVATE_KEY, 'base64url')).toHaveLength(32);
  expect(secrets.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(secrets);
});
