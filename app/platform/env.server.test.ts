import { expect, it, vi } from 'vitest';

const usable = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://user:password@localhost/panocall',
  COOKIE_SECRET: 'c'.repeat(32),
  TICKET_SECRET: 't'.repeat(32),
};

async function parse(source: Record<string, string | undefined>) {
  // The module reads the process's environment on import.
  for (const [name, value] of Object.entries(usable)) vi.stubEnv(name, value);
  const { parseEnv } = await import('./env.server.ts');
  return parseEnv(source);
}

it('fills in defaults', async () => {
  expect(await parse(usable)).toMatchObject({
    HOST: '0.0.0.0',
    PORT: 3000,
    MEDIA_INTERNAL_URL: 'http://127.0.0.1:3001',
    TRUST_PROXY: 0,
    API_TIMEOUT_MS: 14_000,
  });
});

it('treats an empty value, as in .env files, as missing', async () => {
  const env = await parse({ ...usable, PUBLIC_URL: '', MEDIA_URL: '', TLS_CERT_FILE: '', TLS_KEY_FILE: '' });
  expect(env.PUBLIC_URL).toBeUndefined();
  expect(env.MEDIA_URL).toBeUndefined();
});

it('names every variable that is missing or invalid, and shows no value', async () => {
  const failure = parse({ ...usable, DATABASE_URL: undefined, COOKIE_SECRET: 'short-secret', PORT: 'http' });
  await expect(failure).rejects.toThrow(/DATABASE_URL: is not set/);
  await expect(failure).rejects.toThrow(/COOKIE_SECRET: must have at least 32 characters/);
  await expect(failure).rejects.toThrow(/PORT/);
  await expect(failure).rejects.not.toThrow(/short-secret/);
});

it('accepts several secrets during a rotation, newest first, each of the required length', async () => {
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
  const both = { ...usable, COOKIE_SECRET: `${newer}, ${older}`, TICKET_SECRET: `${newer},${older}` };
  expect(await parse(both)).toMatchObject({
    COOKIE_SECRET: [newer, older],
    TICKET_SECRET: [newer, older],
  });
  const failure = parse({ ...usable, TICKET_SECRET: `${newer},short-secret` });
  await expect(failure).rejects.toThrow(/TICKET_SECRET: must have at least 32 characters/);
  await expect(failure).rejects.not.toThrow(/short-secret/);
});

it('requires certificate and key together', async () => {
  await expect(parse({ ...usable, TLS_CERT_FILE: 'cert.pem' })).rejects.toThrow(
    /TLS_KEY_FILE: must be set together with TLS_CERT_FILE/,
  );
});

it('requires both keys that sign notifications, each complete', async () => {
  const VAPID_PUBLIC_KEY = Buffer.alloc(65, 4).toString('base64url');
  await expect(parse({ ...usable, VAPID_PUBLIC_KEY })).rejects.toThrow(
    /VAPID_PRIVATE_KEY: must be set together with VAPID_PUBLIC_KEY/,
  );
  const VAPID_PRIVATE_KEY = Buffer.alloc(31).toString('base64url');
  await expect(parse({ ...usable, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })).rejects.toThrow(
    /VAPID_PRIVATE_KEY: must be 32 bytes/,
  );
});

it('allows rate limits to be off only where only this machine can connect', async () => {
  const off = { ...usable, RATE_LIMITS: 'off', HOST: '127.0.0.1' };
  expect(await parse(off)).toMatchObject({ RATE_LIMITS: 'off' });
  for (const open of [{ HOST: undefined }, { HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://panocall.example' }]) {
    await expect(parse({ ...off, ...open })).rejects.toThrow(/RATE_LIMITS: may be off only/);
  }
});

it('reduces media addresses to the origins pages connect to', async () => {
  const env = await parse({
    ...usable,
    MEDIA_URL: 'wss://a.example/realtime, wss://b.example:8443/realtime',
  });
  expect(env.MEDIA_URL).toEqual(['wss://a.example', 'wss://b.example:8443']);
  await expect(parse({ ...usable, MEDIA_URL: 'https://a.example' })).rejects.toThrow(/MEDIA_URL/);
});

it('accepts a Stripe key only with its webhook secrets, and the sandbox only with its own key', async () => {
  const secrets = {
    STRIPE_WEBHOOK_SECRET: `whsec_${'a'.repeat(20)}`,
    STRIPE_ACCOUNTS_SECRET: 'b'.repeat(20),
  };
  const real = { ...usable, ...secrets, STRIPE_SECRET_KEY: 'rk_live_key' };
  expect(await parse(real)).toMatchObject({ STRIPE_ACCOUNTS_SECRET: ['b'.repeat(20)] });
  const two = { ...real, STRIPE_WEBHOOK_SECRET: `${'c'.repeat(20)},${'d'.repeat(20)}` };
  expect(await parse(two)).toMatchObject({ STRIPE_WEBHOOK_SECRET: ['c'.repeat(20), 'd'.repeat(20)] });
  const together = /STRIPE_SECRET_KEY: must be set together with/;
  await expect(parse({ ...real, STRIPE_ACCOUNTS_SECRET: '' })).rejects.toThrow(together);
  await expect(parse({ ...usable, ...secrets })).rejects.toThrow(together);
  await expect(parse({ ...real, STRIPE_SECRET_KEY: 'pk_live_key' })).rejects.toThrow(
    /must begin with sk_test_/,
  );
  const sandbox = { ...real, STRIPE_SECRET_KEY: 'sk_sandbox_key', STRIPE_API_PORT: '3003' };
  expect(await parse(sandbox)).toMatchObject({ STRIPE_API_PORT: 3003 });
  const own = /STRIPE_API_PORT: must be set for a key that begins with sk_sandbox_/;
  await expect(parse({ ...sandbox, STRIPE_API_PORT: undefined })).rejects.toThrow(own);
  await expect(parse({ ...real, STRIPE_API_PORT: '3003' })).rejects.toThrow(own);
  expect(await parse({ ...sandbox, PUBLIC_URL: 'https://192.168.1.20' })).toBeTruthy();
  await expect(parse({ ...sandbox, PUBLIC_URL: 'https://panocall.example' })).rejects.toThrow(
    /STRIPE_API_PORT: may not be set on a public site/,
  );
});
