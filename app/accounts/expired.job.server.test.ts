import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/test-database.ts';
import type { Database } from '#db/client.ts';
import {
  audit,
  callEvent,
  callQuality,
  callRequest,
  callSample,
  challenge,
  channel,
  emailToken,
  parameter,
  rateLimit,
  session,
  stream,
  streamTick,
  totp,
  user,
} from '#db/schema/index.ts';

let db: Database;
beforeAll(async () => {
  db = await openServicesDatabase();
});
afterAll(() => db.$client.end());

it('deletes sessions, links and counts that have expired, and no others', async () => {
  const person = { username: 'anna', urlname: 'anna', email: 'anna@example.org' };
  const [owner] = await db.insert(user).values(person).returning({ userId: user.id });
  if (!owner) throw new Error('no user');
  for (const [tokenHash, ms] of [
    ['live', 60_000],
    ['expired', -1],
  ] as const) {
    await db.insert(rateLimit).values({ key: tokenHash, points: 1, expire: new Date(Date.now() + ms) });
    const values = { ...owner, tokenHash, expiresAt: new Date(Date.now() + ms) };
    await db.insert(session).values(values);
    await db.insert(emailToken).values({ ...values, purpose: 'VERIFY_EMAIL', email: person.email });
  }
  const { deleteExpired } = await import('./expired.job.server.ts');
  await deleteExpired.attempt({}, { id: 'sweep', isFirst: true });
  const tokenHash = 'live';
  expect(await db.select({ tokenHash: session.tokenHash }).from(session)).toEqual([{ tokenHash }]);
  expect(await db.select({ tokenHash: emailToken.tokenHash }).from(emailToken)).toEqual([{ tokenHash }]);
  expect(await db.select({ key: rateLimit.key }).from(rateLimit)).toEqual([{ key: tokenHash }]);
});

it('deletes challenges that have expired, and apps that have not been confirmed for a day', async () => {
  const { deleteExpired } = await import('./expired.job.server.ts');
  const { stepAt } = await import('./second-factor/totp.server.ts');
  const hours = (count: number) => count * 3_600_000;
  const ago = (ms: number) => new Date(Date.now() - ms);
  for (const [tokenHash, ms] of [
    ['live', 60_000],
    ['expired', -1],
  ] as const) {
    const expiresAt = new Date(Date.now() + ms);
    await db.insert(challenge).values({ tokenHash, purpose: 'USE_PASSKEY', challenge: 'x', expiresAt });
  }
  for (const [username, lastStep, confirmedAt] of [
    ['fresh', stepAt(Date.now() - hours(23)), null],
    ['left', stepAt(Date.now() - hours(25)), null],
    ['confirmed', stepAt(Date.now() - hours(25)), ago(hours(25))],
  ] as const) {
    const values = { username, urlname: username, email: `${username}@example.org` };
    const [owner] = await db.insert(user).values(values).returning({ userId: user.id });
    if (owner) await db.insert(totp).values({ ...owner, secret: username, lastStep, confirmedAt });
  }
  await deleteExpired.attempt({}, { id: 'sweep', isFirst: true });
  expect(await db.select({ hash: challenge.tokenHash }).from(challenge)).toEqual([{ hash: 'live' }]);
  const left = await db.select({ secret: totp.secret }).from(totp);
  expect(left.map(({ secret }) => secret).sort()).toEqual(['confirmed', 'fresh']);
});

it('deletes entries of the audit trail that are older than the parameter says, 400 days at first', async () => {
  const entry = (days: number) => ({
    action: `${days}`,
    createdAt: new Date(Date.now() - days * 86_400_000),
  });
  await db.insert(audit).values([entry(1), entry(399), entry(401)]);
  const { deleteExpired } = await import('./expired.job.server.ts');
  const left = async () => (await db.select().from(audit)).map(({ action }) => Number(action)).sort();
  await deleteExpired.attempt({}, { id: 'sweep', isFirst: true });
  expect(await left()).toEqual([1, 399]);
  const { currentParameters } = await import('#app/platform/parameters.server.ts');
  await db.insert(parameter).values({ name: 'audit-days', value: '200' });
  await expect.poll(async () => (await currentParameters()).number('audit-days')).toBe(200);
  await deleteExpired.attempt({}, { id: 'sweep again', isFirst: true });
  expect(await left()).toEqual([1]);
});

it('deletes what was counted of paid calls each few seconds after 90 days, and keeps the sums', async () => {
  const [call] = await db
    .insert(callRequest)
    .values({
      ...{ status: 'CANCELLED', budgetMinutes: 10, priceMinor: 100, currency: 'EUR', amount: 1_000 },
      clientKey: crypto.randomUUID(),
    })
    .returning();
  const [row] = await db
    .insert(stream)
    .values({ requestId: call?.id, budgetMs: 600_000, priceMinor: 100, currency: 'EUR', offeredMs: 10_000 })
    .returning();
  const ticks = [89, 91].map((days) => ({
    ...{ streamId: row?.id ?? '', ms: 5_000, offeredMs: 5_000, attendedMs: 0, deliveredMs: 0 },
    at: new Date(Date.now() - days * 86_400_000),
  }));
  await db.insert(streamTick).values(ticks);
  const { deleteExpired } = await import('./expired.job.server.ts');
  await deleteExpired.attempt({}, { id: 'sweep', isFirst: true });
  expect((await db.select().from(streamTick)).map(({ at }) => at)).toEqual([ticks[0]?.at]);
  expect(await db.select().from(stream)).toMatchObject([{ offeredMs: 10_000 }]);
});

it('deletes how well calls went after the days of the parameter, and keeps the sums', async () => {
  const [room] = await db
    .insert(channel)
    .values({ token: 'QUALITYROOM', nodeId: 'n', hostKey: 'h', expiresAt: new Date() })
    .returning();
  const channelId = room?.id ?? '';
  const ats = [29, 31].map((days) => new Date(Date.now() - days * 86_400_000));
  await db.insert(callSample).values(ats.map((at) => ({ channelId, at, seat: 'host' as const, ms: 10_000 })));
  await db.insert(callEvent).values(ats.map((at) => ({ channelId, at, kind: 'started' as const })));
  const sums = { samples: 2, losses: 0, lossSum: 0, receivedBytes: 0, watchedMs: 0, frozenMs: 0 };
  await db.insert(callQuality).values({ channelId, seat: 'host', ...sums });
  const { deleteExpired } = await import('./expired.job.server.ts');
  await deleteExpired.attempt({}, { id: 'sweep', isFirst: true });
  expect((await db.select().from(callSample)).map(({ at }) => at)).toEqual([ats[0]]);
  expect((await db.select().from(callEvent)).map(({ at }) => at)).toEqual([ats[0]]);
  expect(await db.select().from(callQuality)).toHaveLength(1);
});
