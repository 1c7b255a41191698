import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { SAMPLES } from '../support/contract/samples.ts';
import { CallPage } from '../support/market/call-page.ts';
import { balanceOf, chargedBooking } from '../support/market/charged.ts';
import { callPeople, ring } from '../support/market/requests.ts';
import { isSignedIn, logIn, type Member, signUp } from '../support/people/members.ts';
import { bearer, makeUser, signIn } from '../support/people/people.ts';
import { Client } from '../support/servers/client.ts';
import { MediaProcess } from '../support/servers/media-process.ts';
import { type Payments, startPaymentSandbox } from '../support/servers/payment-sandbox.ts';
import { send } from '../support/servers/site.ts';

const former = inject('former');

/** Entities that administrators create through the generic API. */
const ENTITIES = ['blog', 'block-address', 'city', 'fragment', 'parameter', 'user'] as const;

describe.skipIf(former === null)('the previous version on the schema of this one', () => {
  let db: Database;
  let media: MediaProcess;
  let web: WebServer;
  let site: Payments;
  let member: Member;

  beforeAll(async () => {
    const databaseUrl = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'former-'));
    const [COOKIE_SECRET, ticketSecret] = [1, 2].map(() => randomBytes(32).toString('base64url'));
    db = openDatabase(databaseUrl);
    media = await MediaProcess.start({ id: 'new', databaseUrl, ticketSecret: ticketSecret ?? '' });
    const sandbox = await startPaymentSandbox();
    const env = {
      ...{ COOKIE_SECRET, TICKET_SECRET: ticketSecret, MEDIA_URL: media.url, MAIL_FOLDER: folder },
      ...{ STORAGE_FOLDER: folder },
    };
    const server = await startWebServer(databaseUrl, { ...env, ...sandbox.env }, former ?? '');
    // Both versions run jobs.
    web = await startWebServer(databaseUrl, { ...env, ...sandbox.env, PORT: String(await freePort()) });
    site = {
      ...{ server, db, databaseUrl, folder, sandbox },
      async stop() {
        await Promise.all([server.stop(), web.stop(), media.stop()]);
        await sandbox.close();
        await db.$client.end();
        await rm(folder, { recursive: true });
      },
    };
    // Starting two web servers and a media server takes long.
  }, 180_000);
  afterAll(() => site?.stop());

  it('signs people up and logs them in, as this version does', async () => {
    member = await signUp(site.server.url);
    expect(await isSignedIn(member.client)).toBe(true);
    for (const { url } of [site.server, web])
      expect((await logIn(new Client(url), member.username)).status).toBe(200);
    const newer = await signUp(web.url);
    expect((await logIn(new Client(site.server.url), newer.username)).status).toBe(200);
  });

  it.each(ENTITIES)('creates, changes, lists and deletes: %s', async (name) => {
    const as = { id: await makeUser(db, {}, ['ADMIN']), token: '' };
    as.token = await signIn(db, as.id);
    const { body, change, deletion } = SAMPLES[name];
    const person = () => makeUser(db);
    const made = await send(site, `/api/${name}`, { as, body: await body?.(person, person) });
    expect([made.status, made.body]).toEqual([201, expect.anything()]);
    const { id, version } = z.object({ id: z.string(), version: z.number() }).parse(made.body);
    const changed = await send(site, `/api/${name}/${id}`, {
      ...{ as, method: 'PUT', body: { ...change, version } },
    });
    expect(changed.status).toBe(200);
    expect((await send(site, `/api/${name}`, { as })).status).toBe(200);
    expect((await send(site, `/api/${name}/${id}`, { as, method: 'DELETE', body: deletion })).status).toBe(
      200,
    );
  });

  it('sells time and charges it', async () => {
    const sold = await chargedBooking(site);
    expect(await balanceOf(site, sold)).toBe(1_275);
  });

  it('rings a streamer, who accepts', async () => {
    const { streamer, viewer } = await callPeople(site);
    const id = await ring(site, streamer, viewer);
    const accepted = await send(site, `/api/request/${id}/accept`, { as: streamer, body: {} });
    expect(accepted).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } });
  });

  it('seats people on a media server of this version, whichever web server they use', async () => {
    for (const [first, second] of [
      [site.server, site.server],
      [site.server, web],
      [web, site.server],
    ] as const) {
      const host = await CallPage.host(first.url);
      const guest = await CallPage.guest(second.url, host);
      await expect.poll(() => host.isTogether && guest.isTogether).toBe(true);
      host.say('hello');
      await expect.poll(() => guest.hasHeard('hello')).toBe(true);
      host.close();
      guest.close();
    }
  });

  it('shows its pages to a logged-in user', async () => {
    for (const path of ['/', '/user', '/personal/account', '/personal/stream', '/personal/developer']) {
      const answer = await new Client(site.server.url).call(path, { headers: bearer(member.token) });
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });
});
