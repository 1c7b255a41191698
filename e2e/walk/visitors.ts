import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type Browser, test as base, expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { ADMIN_ENTITIES } from '#app/admin/admin-entity.server.ts';
import { slotsSchema } from '#app/bookings/availability/slot-schema.ts';
import { user as account, freeCall, role } from '#db/schema/index.ts';
import { SAMPLES } from '#tests/support/contract/samples.ts';
import { newName, PASSWORD } from '#tests/support/people/members.ts';
import { newAddress } from '#tests/support/servers/client.ts';
import { inDatabase } from '../support/database.ts';
import { watchConsole } from '../support/test.ts';
import { ROLES, type Role } from './pages.ts';

/** A visitor's tab, and the errors logged in it. */
export type Visitor = { page: Page; errors: readonly string[] };

/** Ids of rows, by their placeholders in the paths of pages. */
type Made = ReadonlyMap<string, string>;
type Walk = { visitors: Record<Role, Visitor>; made: Made };

/** A tab for each role, and the rows that pages show; shared by all tests of a worker. */
export const test = base.extend<object, Walk>({
  visitors: [
    async ({ browser }, use, { project }) => {
      const visitors = {
        stranger: await newVisitor(browser, project.use.baseURL),
        user: await newVisitor(browser, project.use.baseURL),
        admin: await newVisitor(browser, project.use.baseURL),
      };
      await signIn(visitors.admin.page.request, visitors.user.page.request);
      await use(visitors);
      for (const role of ROLES) await visitors[role].page.context().close();
    },
    { scope: 'worker' },
  ],
  made: [
    async ({ visitors }, use) => use(await makeRows(visitors.admin.page.request, visitors.user.page.request)),
    { scope: 'worker' },
  ],
});

async function newVisitor(browser: Browser, baseURL: string | undefined): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
  });
  const page = await context.newPage();
  return { page, errors: watchConsole(page) };
}

/**
 * Signs both up, and makes the user a streamer with a favourite and a blocked person. The administrator is not the one of
 * the other tests, who log in so often that the oldest session ends.
 */
async function signIn(admin: APIRequestContext, user: APIRequestContext): Promise<void> {
  const adminId = await signUp(admin);
  await inDatabase((db) => db.insert(role).values({ userId: adminId, rolename: 'ADMIN' }));
  const userId = await signUp(user);
  // Who books has confirmed their address; the administrator is told to.
  await inDatabase((db) =>
    db.update(account).set({ emailVerifiedAt: new Date() }).where(eq(account.id, userId)),
  );
  for (const sent of [
    await admin.post('/api/role', { data: { userId, rolename: 'PRODUCER' } }),
    await user.post('/user/lisbon-by-tram', { form: { intent: 'favourite' } }),
    await user.post('/personal/blocked', { form: { intent: 'block', username: 'tapas-en-sevilla' } }),
  ]) {
    expect(sent.ok(), sent.url()).toBe(true);
  }
}

const rowSchema = z.object({ id: z.string() });

async function signUp(visitor: APIRequestContext): Promise<string> {
  const answer = await visitor.post('/api/signup', { data: { ...newName(), password: PASSWORD } });
  return rowSchema.parse(await answer.json()).id;
}

const listSchema = z.object({ entities: z.array(rowSchema) });

const streamerSchema = z.object({ entities: z.array(z.object({ id: z.string(), urlname: z.string() })) });

const pricedSchema = z.object({
  entities: z.array(
    z.object({ id: z.string(), prices: z.array(z.object({ currency: z.string(), perMinute: z.number() })) }),
  ),
});

/** Books the first half hour that the demo's streamer offers. */
async function book(user: APIRequestContext): Promise<string> {
  const list = await user.get('/api/user?urlname=lisbon-by-tram');
  const { id: producerId = '' } = streamerSchema.parse(await list.json()).entities[0] ?? {};
  const from = new Date().toISOString().slice(0, 10);
  const answer = await user.get(`/api/user/streamer/${producerId}/slots?from=${from}`);
  const { slots, offers } = slotsSchema.parse(await answer.json());
  const slot = slots.find(({ state }) => state === 'AVAILABLE');
  const { priceMinor = 0, currency = '' } = offers[slot?.offer ?? 0] ?? {};
  const data = {
    producerId,
    slots: [slot?.start],
    amount: 30 * priceMinor,
    currency,
    clientKey: randomUUID(),
  };
  const made = await user.post('/api/booking', { data });
  expect(made.status(), await made.text()).toBe(201);
  return rowSchema.parse(await made.json()).id;
}

/** Calls the demo's streamer, who takes no calls now. */
async function callNow(user: APIRequestContext): Promise<string> {
  const list = await user.get('/api/user?urlname=lisbon-by-tram');
  const [streamer] = pricedSchema.parse(await list.json()).entities;
  const { currency, perMinute } = streamer?.prices[0] ?? { currency: '', perMinute: 0 };
  const budgetMinutes = 10;
  const amount = Math.round(perMinute * 100) * budgetMinutes;
  const data = { producerId: streamer?.id, budgetMinutes, amount, currency, clientKey: randomUUID() };
  const made = await user.post('/api/request', { data });
  expect(made.status(), await made.text()).toBe(201);
  return rowSchema.parse(await made.json()).id;
}

/** A free call to the user that nobody answered. */
async function missedCall(calleeId: string): Promise<string> {
  const missed = { calleeId, callerKey: 'key', status: 'EXPIRED' } as const;
  const [row] = await inDatabase((db) => db.insert(freeCall).values(missed).returning({ id: freeCall.id }));
  return row?.id ?? '';
}

/** Ids of a row of each section, of a job that sends an email, and of the user's own message, booking and call. */
async function makeRows(admin: APIRequestContext, user: APIRequestContext): Promise<Made> {
  const first = async (entity: string) => {
    const { entities } = listSchema.parse(await (await admin.get(`/api/${entity}?size=1`)).json());
    return entities[0]?.id;
  };
  const make = async (by: APIRequestContext, entity: string, data: unknown) => {
    const answer = await by.post(`/api/${entity}`, { data });
    expect(answer.status(), await answer.text()).toBe(201);
    return rowSchema.parse(await answer.json()).id;
  };
  const anyone = async () => (await first('user')) ?? '';
  // A room whose call has not started.
  expect((await admin.get('/api/channel/ticket')).status()).toBe(200);
  const rows = new Map([['booking', await book(user)]]);
  // Rows that no generic operation creates.
  const payer = await anyone();
  rows.set('dispute', await inDatabase((db) => SAMPLES.dispute.make(db, payer)));
  rows.set('complaint', await inDatabase((db) => SAMPLES.complaint.make(db, payer)));
  rows.set('api-key', await inDatabase((db) => SAMPLES['api-key'].make(db, payer)));
  for (const { name } of ADMIN_ENTITIES) {
    if (rows.has(name)) continue;
    rows.set(
      name,
      (await first(name)) ?? (await make(admin, name, await SAMPLES[name].body?.(anyone, anyone))),
    );
  }
  const long = { message: 'Hello '.repeat(200) };
  rows.set('inquiry', await make(admin, 'inquiry', { ...long, email: newName().email }));
  rows.set('own', await make(user, 'inquiry', long));
  rows.set('request', await callNow(user));
  const { id: userId } = rowSchema.parse(await (await user.get('/api/user/auth')).json());
  rows.set('webhook', await inDatabase((db) => SAMPLES.webhook.make(db, userId)));
  rows.set('free-call', await missedCall(userId));
  const jobs = await (await admin.get('/admin/jobs?job=email-send')).text();
  rows.set('job', /\/admin\/jobs\/([\w-]{36})/.exec(jobs)?.[1] ?? '');
  return rows;
}
