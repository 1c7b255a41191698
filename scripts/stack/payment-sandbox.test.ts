import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wantsSandbox } from './payment-sandbox.ts';
import { root } from './settings.ts';

test.each([
  undefined,
  'http://localhost:3000',
  'https://panocall.localhost',
  'http://127.0.0.1:3000',
  'https://192.168.1.20:3000',
  'http://10.1.2.3',
  'http://172.31.0.1',
  'http://[::1]:3000',
  'http://[fd12:3456::1]',
])('simulates payments at %s', (PUBLIC_URL) => {
  expect(wantsSandbox({ PUBLIC_URL }, true)).toBe(true);
});

test.each([
  'https://panocall.com',
  'https://localhost.panocall.com',
  'https://93.184.215.14',
  'https://172.32.0.1',
  'http://[2606:4700::1]',
  'not a URL',
])('does not simulate payments at %s', (PUBLIC_URL) => {
  expect(wantsSandbox({ PUBLIC_URL }, true)).toBe(false);
});

test('does not simulate payments with a Stripe key, or with a database that others may use', () => {
  expect(wantsSandbox({ STRIPE_SECRET_KEY: 'sk_test_1' }, true)).toBe(false);
  expect(wantsSandbox({}, false)).toBe(false);
});

test('keeps the payment sandbox out of the images and of Compose', async () => {
  const read = async (file: string) => (await readFile(join(root, file), 'utf8')).split('\n');
  const [everything, ...exceptions] = await read('.dockerignore');
  // Only named files go into an image.
  expect(everything).toBe('**');
  expect(exceptions.filter((line) => line.startsWith('!'))).not.toContain('!sandbox');
  expect(exceptions.filter((line) => /^!.*(sandbox|\*)/.test(line))).toEqual([]);
  for (const file of ['Dockerfile', 'compose.yaml', 'compose.turn-tls.yaml']) {
    expect((await read(file)).filter((line) => /sandbox/i.test(line))).toEqual([]);
  }
});
