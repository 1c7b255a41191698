import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { channel, session, totp } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { recordSecret } from '#scripts/testing/secrets.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { CallPage } from '../../support/market/call-page.ts';
import { newKey, ownerOfKeys } from '../../support/people/keys.ts';
import { isSignedIn, type Member, PASSWORD, signUp } from '../../support/people/members.ts';
import { bearer } from '../../support/people/people.ts';
import { appCode, setUpApp } from '../../support/people/second-factor.ts';
import { Client } from '../../support/servers/client.ts';
import { linkIn, Mailbox } from '../../support/servers/mailbox.ts';
import { MediaProcess } from '../../support/servers/media-process.ts';
import { type Person, type Site, send } from '../../support/servers/site.ts';
import { isSigned, type Receiver, startReceiver } from '../../support/servers/webhook-receiver.ts';

const NAMES = ['COOKIE_SECRET', 'TICKET_SECRET'] as const;
const pair = () => ({ COOKIE_SECRET: newSecret(), TICKET_SECRET: newSecret() });
const newSecret = () => randomBytes(32).toString('base64url');
const [older, newer] = [pair(), pair()];
const both = Object.fromEntries(NAMES.map((name) => [name, `${newer[name]},${older[name]}`]));

let url: string;
let db: Database;
let media: MediaProcess;
let receiver: Receiver;
let mailbox: Mailbox;
/** The current web server, which must understand the cookies, tickets and stored secrets of its predecessors. */
let server: WebServer;

let me: Member;
let app: string;
let owner: Person;
let hook: { id: string; secret: string };
let host: CallPage;
let browser: Client;
let room: string;

async function startWith(secrets: Record<string, string>): Promise<void> {
  await server?.stop();
  const env = { WEBHOOK_HOSTS: receiver.host, MAIL_FOLDER: mailbox.folder, MEDIA_URL: media.url };
  server = await startWebServer(url, { ...env, ...secrets });
}

beforeAll(async () => {
  url = await createTestDatabase();
  db = openDatabase(url);
  receiver = await startReceiver();
  mailbox = await Mailbox.open();
  const ticketSecret = both.TICKET_SECRET ?? '';
  media = await MediaProcess.start({ id: 'media', databaseUrl: url, ticketSecret });
});

afterAll(async () => {
  host?.close();
  await Promise.all([server?.stop(), media?.stop(), receiver?.close(), db?.$client.end()]);
  await mailbox?.close();
});

/** The same browser on the current server. */
function again({ address, cookies }: Client): Client {
  const client = new Client(server.url, address);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

const site = (): Site => ({ server, db, databaseUrl: url, folder: '', stop: async () => {} });

const logInWithApp = async () => {
  // Lets the current code be used again.
  await db.update(totp).set({ lastStep: 0 }).where(eq(totp.userId, me.id));
  const body = { username: me.username, password: PASSWORD, code: appCode(app) };
  return (await new Client(server.url).call('/api/login', { body })).status;
};

const hostSeat = async () => {
  browser = again(browser);
  return (await browser.call(`/api/channel/seat/${room}`, { body: { seat: 'host' } })).status;
};

/** Starts a call and returns the event that the receiver gets. */
async function toldOfCall() {
  const { key } = await newKey(site(), owner);
  const made = await send(site(), '/api/room', { headers: bearer(key), body: {} });
  const { id } = z.object({ id: z.string() }).parse(made.body);
  receiver.got.length = 0;
  await db.update(channel).set({ status: 'STARTED', startedAt: new Date() }).where(eq(channel.id, id));
  return vi.waitFor(
    () => {
      const [event] = receiver.got;
      if (!event) throw new Error('nothing has arrived');
      return event;
    },
    { timeout: 20_000 },
  );
}

async function shownSecret(): Promise<string> {
  const body = new URLSearchParams({ intent: 'showSecret' });
  const { bytes } = await send(site(), `/personal/developer/${hook.id}`, { as: owner, body });
  const [secret = ''] = /whsec_[\w-]{43}/.exec(bytes.toString()) ?? [];
  recordSecret(secret);
  return secret;
}

describe('While secrets are rotated', () => {
  it('the servers start with the old ones', async () => {
    await startWith(older);
    me = await signUp(server.url);
    app = (await setUpApp(me)).secret;
    owner = await ownerOfKeys(site());
    const body = { url: receiver.url, events: ['call.started'] };
    const made = await send(site(), '/api/webhook', { as: owner, body });
    hook = z.object({ id: z.string(), secret: z.string() }).parse(made.body);
    expect(isSigned(await toldOfCall(), hook.secret)).toBe(true);
    browser = new Client(server.url);
    room = z.object({ token: z.string() }).parse((await browser.call('/api/channel/ticket')).body).token;
    expect(await hostSeat()).toBe(200);
    host = await CallPage.host(server.url);
  });

  it('they accept both, and sign and encrypt with the new ones', async () => {
    const [before] = await db.select().from(totp);
    await startWith(both);
    expect(await isSignedIn(again(me.client))).toBe(true);
    const guest = await CallPage.guest(server.url, host);
    await expect.poll(() => host.isTogether && guest.isTogether).toBe(true);
    guest.close();
    expect(await hostSeat()).toBe(200);
    await expect.poll(async () => (await db.select().from(totp))[0]?.secret).not.toBe(before?.secret);
    expect(await logInWithApp()).toBe(200);
    const shown = await shownSecret();
    expect(shown).not.toBe(hook.secret);
    const event = await toldOfCall();
    expect([isSigned(event, hook.secret), isSigned(event, shown)]).toEqual([true, true]);
    hook.secret = shown;
  });

  it('they work without the old ones, and log nobody out', async () => {
    const stranger = new Client(server.url);
    await startWith(newer);
    expect(await isSignedIn(again(me.client))).toBe(true);
    expect(await logInWithApp()).toBe(200);
    expect(await hostSeat()).toBe(200);
    browser = stranger;
    expect(await hostSeat()).not.toBe(200);
    const event = await toldOfCall();
    expect(isSigned(event, hook.secret)).toBe(true);
    expect(event.signature.match(/v1=/g)).toHaveLength(1);
    expect(await shownSecret()).toBe(hook.secret);
    // The secret is shown only in a recently confirmed session.
    const confirmedAt = new Date(Date.now() - 11 * 60_000);
    await db.update(session).set({ confirmedAt }).where(eq(session.userId, owner.id));
    expect(await shownSecret()).toBe('');
    // The link's token was an HMAC with the old secret; the database stores its hash, so it stays valid.
    const { token } = linkIn(await mailbox.waitFor(me.email, 'Confirm'));
    expect((await new Client(server.url).call('/api/email/verify', { body: { token } })).status).toBe(200);
  });
});
