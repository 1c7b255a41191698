import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { callEvent, callHealth, callSample, channel, inquiry, mediaNode } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { bearer, makeUser, signIn, unique } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';

let server: WebServer;
let db: Database;
beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  server = await startWebServer(url);
});
afterAll(() => Promise.all([server.stop(), db.$client.end()]));

const START = Date.UTC(2026, 9, 1, 22, 0, 0);
const at = (seconds: number) => new Date(START + seconds * 1000);

/** Inserts a call with this many samples; for ten seconds of it the guest's picture was frozen. */
async function measuredCall(fields: Partial<typeof channel.$inferInsert>, count = 30): Promise<string> {
  const times = { createdAt: at(0), startedAt: at(0), endedAt: at(count * 10), expiresAt: at(300) };
  const [row] = await db
    .insert(channel)
    .values({
      token: unique('CALL'),
      status: 'FINISHED',
      hostKey: 'key',
      nodeId: 'node',
      ...times,
      ...fields,
    })
    .returning();
  const channelId = row?.id ?? '';
  const samples = Array.from({ length: count }, (_, index) => ({
    ...{ channelId, seat: 'guest' as const, at: at((index + 1) * 10), ms: 10_000 },
    ...{ receivedBitrate: 4_000_000, receivedLoss: 0.02, roundTripMs: 40, width: 1920, height: 960 },
    ...{ framesPerSecond: 29, watchedMs: 10_000, frozenMs: index === 3 ? 10_000 : 0 },
  }));
  await db.insert(callSample).values(samples);
  await db.insert(callEvent).values([
    { channelId, at: at(0), seat: 'guest', kind: 'joined' },
    { channelId, at: at(40), seat: 'guest', kind: 'picture-lost' },
    { channelId, at: at(50), seat: 'guest', kind: 'picture-back' },
    { channelId, at: at(count * 10), seat: 'host', kind: 'ended', detail: 'left' },
  ]);
  return channelId;
}

async function someone(roles: ('ADMIN' | 'PRODUCER')[] = []) {
  const id = await makeUser(db, {}, roles);
  return { id, headers: { ...bearer(await signIn(db, id)), Accept: 'text/html' } };
}

async function page(path: string, headers: Record<string, string> = {}, client = new Client(server.url)) {
  const { status, body } = await client.call(path, { headers: { Accept: 'text/html', ...headers } });
  return { status, text: String(body).replaceAll('<!-- -->', '') };
}

/** The cells of the table row with this heading. */
function cells({ text }: { text: string }, first: string): string[] {
  const row = text.split('<tr').find((part) => part.includes(`>${first}</th>`)) ?? '';
  return [...row.matchAll(/<td[^>]*>([^<]*)</g)].map(([, cell = '']) => cell);
}

describe('the page of a room', () => {
  it('shows administrators the call’s health and events, also without JavaScript', async () => {
    const id = await measuredCall({});
    const { headers } = await someone(['ADMIN']);
    const shown = await page(`/admin/channel/${id}`, headers);
    expect(cells(shown, '22:00:40')).toEqual([
      '4 Mbit/s',
      '2%',
      '100%',
      '1920 × 960',
      '29',
      '40 ms',
      '–',
      '–',
    ]);
    expect(cells(shown, '22:00:50')[2]).toBe('0%');
    expect(shown.text).toMatch(/22:00:40<\/span><span>Guest: the picture stopped</);
    expect(shown.text).toMatch(/22:05:00<\/span><span>Host: ended the call \(hung up\)</);
  });

  it('shows a long call in at most 300 points', async () => {
    const id = await measuredCall({}, 1_000);
    const { headers } = await someone(['ADMIN']);
    const { text } = await page(`/admin/channel/${id}`, headers);
    const rows = text.split('<tr').length - 2;
    expect(rows).toBeGreaterThan(200);
    expect(rows).toBeLessThanOrEqual(301);
  });
});

describe('the page of one’s last call', () => {
  it('finds it by the account, in either seat, and shows it to no one else', async () => {
    const [host, guest, stranger] = [await someone(), await someone(), await someone()];
    await measuredCall({ hostUserId: host.id, guestUserId: guest.id });
    expect((await page('/call-quality', host.headers)).text).toContain(
      'The other person: the picture stopped',
    );
    expect((await page('/call-quality', guest.headers)).text).toContain('You: the picture stopped');
    for (const headers of [stranger.headers, {}]) {
      const { status, text } = await page('/call-quality', headers);
      expect(status).toBe(200);
      expect(text).toContain('You have made no calls');
    }
  });

  it('shows the latest one, and says if its measurements were deleted', async () => {
    const me = await someone();
    await measuredCall({ hostUserId: me.id });
    const id = await measuredCall({ hostUserId: me.id, startedAt: at(9_000), endedAt: at(9_500) });
    await db.delete(callSample).where(eq(callSample.channelId, id));
    await db.delete(callEvent).where(eq(callEvent.channelId, id));
    expect((await page('/call-quality', me.headers)).text).toContain('no longer kept');
  });

  it('finds it by the browser without an account, and attaches it to a report', async () => {
    await db.insert(mediaNode).values({ id: 'node' });
    const browser = new Client(server.url);
    await browser.call('/api/channel/ticket');
    const [made] = await db.select().from(channel).where(eq(channel.status, 'CREATED'));
    const ended = { status: 'FINISHED', startedAt: at(0), endedAt: at(300) };
    await db
      .update(channel)
      .set(ended)
      .where(eq(channel.id, made?.id ?? ''));
    const { text } = await page('/call-quality', {}, browser);
    expect(text).toContain(`/contact-us?call=${made?.id}`);
    const path = `/contact-us?call=${made?.id}`;
    expect((await page(path, {}, browser)).text).toContain('Your message will come with how your call of');
    const body = new URLSearchParams({ intent: 'message', message: 'It froze at ten.' });
    const send = (client: Client) => client.call(path, { body, headers: { Origin: server.url } });
    expect((await send(browser)).status).toBe(302);
    const sent = () => db.select().from(inquiry).where(eq(inquiry.message, 'It froze at ten.'));
    expect(await sent()).toMatchObject([{ channelId: made?.id, kind: 'CONTACT' }]);
    // The message links to the call for administrators.
    const { headers } = await someone(['ADMIN']);
    const [row] = await sent();
    expect((await page(`/admin/inquiry/${row?.id}`, headers)).text).toContain(`/admin/channel/${made?.id}`);
    // Others cannot attach the room, by the form or by the API.
    const other = new Client(server.url);
    expect((await page(path, {}, other)).status).toBe(404);
    expect((await send(other)).status).toBe(404);
    const forged = { message: 'It froze at ten.', channelId: made?.id };
    expect((await other.call('/api/inquiry', { body: forged })).status).toBe(201);
    expect((await sent()).map(({ channelId }) => channelId).toSorted()).toEqual([made?.id, null]);
  });
});

describe('the start page of the administration', () => {
  it('shows calls, their success and health over a day, a month and a year', async () => {
    const room = { hostKey: 'key', guestKey: 'guest', nodeId: 'node', expiresAt: new Date() };
    const now = new Date();
    const add = async (fields: Partial<typeof channel.$inferInsert>) => {
      const values = { ...room, token: unique('CALL'), ...fields };
      const [row] = await db.insert(channel).values(values).returning();
      return row?.id ?? '';
    };
    const worked = { status: 'FINISHED', startedAt: now, endedAt: now };
    const [first, second] = [await add(worked), await add(worked)];
    await add({ status: 'FAILED', startedAt: now, endedAt: now });
    // Neither person received a picture.
    await add({ status: 'FINISHED', endedAt: now });
    await add({ status: 'STARTED', startedAt: now });
    // These are not counted: one that nobody joined, and an old one.
    await add({ guestKey: null, status: 'FINISHED', endedAt: now });
    await add({ ...worked, createdAt: new Date(now.getTime() - 400 * 86_400_000) });
    const sums = { samples: 10, losses: 10, receivedBytes: 1, watchedMs: 100_000 };
    await db.insert(callHealth).values([
      { channelId: first, seat: 'host', ...sums, lossSum: 0.1, frozenMs: 0 },
      { channelId: first, seat: 'guest', ...sums, lossSum: 0.5, frozenMs: 9_000 },
      { channelId: second, seat: 'guest', ...sums, lossSum: 0, frozenMs: 0 },
    ]);
    const { headers } = await someone(['ADMIN']);
    for (const [span, parts] of [
      ['day', 24],
      ['month', 30],
      ['year', 12],
    ] as const) {
      const { text } = await page(`/admin?span=${span}`, headers);
      const table = text.slice(text.indexOf('id="calls"')).split('</table>')[0] ?? '';
      const rows = table.split('<tr').slice(2);
      expect(rows).toHaveLength(parts);
      const shown = rows.map((row) => [...row.matchAll(/<td>([^<]*)</g)].map(([, cell]) => cell));
      expect(shown.filter(([calls]) => calls !== '0')).toEqual([['5', '50%', '2%', '3%']]);
    }
  });
});
