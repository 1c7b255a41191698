import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { audit } from '#db/schema/index.ts';
import { AdminSite, errorOf, listSchema } from '../../support/people/as-admin.ts';
import { logIn, signUp } from '../../support/people/members.ts';
import { bearer, makeUser, signIn, unique } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';

let site: AdminSite;
let admin: Client;

beforeAll(async () => {
  site = await AdminSite.start();
  admin = new Client(site.server.url);
});
afterAll(() => site.stop());

const ask = (path: string, method?: string, body?: unknown) =>
  admin.call(`/api/${path}`, { method, body, headers: bearer(site.token) });
const rowSchema = z.object({ id: z.string() });
const city = { name: 'Town', country: 'ES', latitude: 1, longitude: 2 };

const refusal = { cause: { message: 'The audit trail is append-only', code: '42501' } };

it('cannot be changed or emptied; only entries older than 90 days can be deleted', async () => {
  const { db } = site;
  const old = { action: 'LOG_IN', rowId: unique('old') };
  const days = (n: number) => new Date(Date.now() - n * 86_400_000);
  await db.insert(audit).values([
    { ...old, createdAt: days(91) },
    { ...old, createdAt: days(89) },
  ]);
  await expect(db.update(audit).set({ action: 'X' }).execute()).rejects.toMatchObject(refusal);
  await expect(db.delete(audit).execute()).rejects.toMatchObject(refusal);
  await expect(db.execute(sql`truncate audit`)).rejects.toMatchObject(refusal);
  const mine = eq(audit.rowId, old.rowId);
  await db.delete(audit).where(and(mine, sql`created_at < now() - interval '90 days'`));
  expect(await db.$count(audit, mine)).toBe(1);
});

it('can be read only by administrators, by actor, action, row, address and time', async () => {
  const id = rowSchema.parse((await ask('city', 'POST', city)).body).id;
  const find = async (query: Record<string, string>) => {
    const answer = await ask(`audit?${new URLSearchParams(query)}`);
    return listSchema.parse(answer.body).entities.map(({ rowId }) => rowId);
  };
  const today = new Date().toISOString().slice(0, 10);
  const query = { actorId: site.adminId, action: 'CREATE', entity: 'city', rowId: id };
  expect(await find({ ...query, address: admin.address, 'createdAt.from': today })).toEqual([id]);
  expect(await find({ ...query, 'createdAt.to': today })).toEqual([]);
  expect(await find({ ...query, address: '192.0.2.1' })).toEqual([]);
  expect(await find({ q: id })).toEqual([id]);
  const token = await signIn(site.db, await makeUser(site.db));
  expect(errorOf(await site.ask('audit', { token })).code).toBe('FORBIDDEN');
  const [entry] = await site.db.select().from(audit).where(eq(audit.rowId, id));
  for (const method of ['PUT', 'DELETE'])
    expect((await ask(`audit/${entry?.id}`, method, {})).status).toBe(405);
  expect((await ask('audit', 'POST', { action: 'LOG_IN' })).status).toBe(405);
});

it('is part of the download of personal data', async () => {
  const { client, username } = await signUp(site.server.url);
  await logIn(new Client(site.server.url), username, 'wrong');
  const { body } = await client.call('/personal/data');
  expect(Object(body).activity).toEqual([
    { createdAt: expect.any(String), action: 'LOG_IN', address: client.address },
  ]);
});

it('is kept for at least 90 days, whatever the parameter says', async () => {
  const set = (value: string) => ask('parameter', 'POST', { name: 'audit-days', value });
  const refused = await set('89');
  expect([refused.status, refused.body]).toEqual([
    400,
    { code: 'INVALID_DATA', fields: [{ path: 'value', message: 'must be 90 or more' }] },
  ]);
  expect((await set('90')).status).toBe(201);
});
