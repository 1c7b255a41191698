import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { totp, user } from '#db/schema/index.ts';

/** The key of RFC 6238, appendix B, in base 32: `12345678901234567890`. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

let db: Database;
let codes: typeof import('./totp.server.ts');
let sealed: typeof import('./sealed.server.ts');
beforeAll(async () => {
  db = await openServicesDatabase();
  codes = await import('./totp.server.ts');
  sealed = await import('./sealed.server.ts');
});
afterAll(() => db.$client.end());

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %i s matches the code of RFC 6238', (seconds, code) => {
  expect(codes.stepOf(KEY, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  expect(codes.stepOf(KEY, ` ${code.slice(0, 3)} ${code.slice(3)}`, seconds * 1000)).not.toBeNull();
});

it('accepts only the current code and those one step before and after', () => {
  const now = 1_234_567_890;
  const step = Math.floor(now / 30);
  const accepted = [-2, -1, 0, 1, 2].map((off) =>
    codes.stepOf(KEY, generateSync({ secret: KEY, epoch: now + off * 30 }), now * 1000),
  );
  expect(accepted).toEqual([null, step - 1, step, step + 1, null]);
});

it.each(['', '00592', '0059244', 'abcdef', '００5924', '-05924', '5924e0'])(
  'refuses %o as a code',
  (code) => {
    expect(codes.stepOf(KEY, code, 1_234_567_890_000)).toBeNull();
  },
);

it('accepts each code once, also when sent many times at once, and no code older than the last', async () => {
  const [row] = await db
    .insert(user)
    .values({ username: 'anna', urlname: 'anna', email: 'anna@example.org' })
    .returning({ id: user.id });
  const userId = row?.id ?? '';
  await db.insert(totp).values({ userId, secret: sealed.seal(KEY, userId), confirmedAt: new Date() });
  const code = (off: number) =>
    generateSync({ secret: KEY, epoch: Math.floor(Date.now() / 1000) + off * 30 });
  const [now, before] = [code(0), code(-1)];
  const spent = await Promise.all(Array.from({ length: 20 }, () => codes.spendTotp(userId, now)));
  expect(spent.filter(Boolean)).toHaveLength(1);
  expect(await codes.spendTotp(userId, before)).toBe(false);
  expect(await codes.spendTotp(userId, code(1))).toBe(true);
  // The app is not confirmed, or its secret cannot be decrypted.
  await db.update(totp).set({ lastStep: 0, confirmedAt: null }).where(eq(totp.userId, userId));
  expect(await codes.spendTotp(userId, code(0))).toBe(false);
  const foreign = sealed.seal(KEY, 'someone else');
  await db.update(totp).set({ secret: foreign, confirmedAt: new Date() }).where(eq(totp.userId, userId));
  expect(await codes.spendTotp(userId, code(0))).toBe(false);
});
