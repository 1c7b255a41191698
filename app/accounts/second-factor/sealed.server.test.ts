import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const OWNER = 'b7c9a1e2-0000-4000-8000-000000000001';

async function withSecret(cookieSecret: string) {
  vi.resetModules();
  vi.stubEnv('NODE_ENV', 'test');
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost/nothing');
  vi.stubEnv('COOKIE_SECRET', cookieSecret);
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  return import('./sealed.server.ts');
}

let vault: Awaited<ReturnType<typeof withSecret>>;
beforeEach(async () => {
  vault = await withSecret('c'.repeat(32));
});
afterEach(() => vi.unstubAllEnvs());

it('opens for its owner with the same COOKIE_SECRET, and differs each time', async () => {
  const [one, two] = [vault.seal('JBSWY3DP', OWNER), vault.seal('JBSWY3DP', OWNER)];
  expect(one).not.toBe(two);
  expect([one, two].map((sealed) => vault.unseal(sealed, OWNER))).toEqual(['JBSWY3DP', 'JBSWY3DP']);
  expect(Buffer.from(one, 'base64url').includes('JBSWY3DP')).toBe(false);
  expect((await withSecret('c'.repeat(32))).unseal(one, OWNER)).toBe('JBSWY3DP');
});

it('does not open for another owner, with another COOKIE_SECRET, or if changed', async () => {
  const sealed = vault.seal('JBSWY3DP', OWNER);
  const bytes = Buffer.from(sealed, 'base64url');
  const changed = bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte));
  for (const [what, owner] of [
    [sealed, `${OWNER}x`],
    [Buffer.from(changed).toString('base64url'), OWNER],
    [sealed.slice(0, 20), OWNER],
    ['', OWNER],
  ] as const) {
    expect(vault.unseal(what, owner)).toBeNull();
  }
  expect((await withSecret('d'.repeat(32))).unseal(sealed, OWNER)).toBeNull();
});

it('opens with any valid COOKIE_SECRET and seals with the first', async () => {
  const [older, newer] = ['c'.repeat(32), 'd'.repeat(32)];
  const sealed = vault.seal('JBSWY3DP', OWNER);
  const both = await withSecret(`${newer},${older}`);
  expect([both.unseal(sealed, OWNER), both.isSealedWithNewest(sealed, OWNER)]).toEqual(['JBSWY3DP', false]);
  const anew = both.seal('JBSWY3DP', OWNER);
  expect(both.isSealedWithNewest(anew, OWNER)).toBe(true);
  expect((await withSecret(newer)).unseal(anew, OWNER)).toBe('JBSWY3DP');
});
