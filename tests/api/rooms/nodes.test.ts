import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { channel, MEDIA_NODE_DRAINING, MEDIA_NODE_STALE_MS, mediaNode } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { CuttableDatabase } from '#media-server/tests/support/cuttable-database.ts';
import { runChild } from '#scripts/processes/child.ts';
import { root } from '#scripts/stack/settings.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { CallPage } from '../../support/market/call-page.ts';
import { MediaProcess } from '../../support/servers/media-process.ts';

const NODES = ['a', 'b', 'c'];
const CALLS = 6;

type Call = { host: CallPage; guest: CallPage };

let url: string;
let db: Database;
/** The connection to the database, only of media server `c`. */
let way: CuttableDatabase;
let media: Record<string, MediaProcess>;
let web: WebServer[];
let calls: Call[] = [];
let begun: Map<string, Date | null>;

beforeAll(async () => {
  url = await createTestDatabase();
  db = openDatabase(url);
  way = await CuttableDatabase.open(url);
  const secret = () => randomBytes(32).toString('base64url');
  const [TICKET_SECRET, COOKIE_SECRET] = [secret(), secret()];
  const start = async (id: string) =>
    [
      id,
      await MediaProcess.start({ id, databaseUrl: id === 'c' ? way.url : url, ticketSecret: TICKET_SECRET }),
    ] as const;
  const startWeb = () => startWebServer(url, { TICKET_SECRET, COOKIE_SECRET });
  const [nodes, servers] = await Promise.all([
    Promise.all(NODES.map(start)),
    Promise.all([startWeb(), startWeb()]),
  ]);
  media = Object.fromEntries(nodes);
  web = servers;
});

afterAll(async () => {
  for (const { host, guest } of calls) for (const page of [host, guest]) page.close();
  await Promise.all([...Object.values(media ?? {}), ...(web ?? [])].map((server) => server.stop()));
  way?.close();
  await db?.$client.end();
});

/** The host uses one web server, the guest the other one. */
async function begin(n: number): Promise<Call> {
  const [one, other] = [web[n % 2], web[(n + 1) % 2]];
  if (!one || !other) throw new Error('no web servers');
  const host = await CallPage.host(one.url);
  return { host, guest: await CallPage.guest(other.url, host) };
}

async function isUp(...ids: string[]): Promise<void> {
  const up = async () => {
    const rows = await db.select().from(mediaNode).where(sql`load < ${MEDIA_NODE_DRAINING}`);
    return rows.map(({ id }) => id);
  };
  await expect.poll(up).toEqual(expect.arrayContaining(ids));
}

const rows = () => db.select().from(channel);
const started = async () => new Map((await rows()).map(({ token, startedAt }) => [token, startedAt]));

/** The media servers of the calls; the epoch counts a call's moves. */
const places = async () => (await rows()).map(({ token, nodeId, epoch }) => ({ token, nodeId, epoch }));

/** Codes of the rooms on a media server. */
async function callsOf(id: string): Promise<string[]> {
  return (await rows()).filter(({ nodeId }) => nodeId === id).map(({ token }) => token);
}

/** Waits until both people are in each call, and the guest hears what the host says. */
async function goOn(): Promise<void> {
  await expect
    .poll(() => calls.every(({ host, guest }) => host.isTogether && guest.isTogether), { timeout: 25_000 })
    .toBe(true);
  const said = crypto.randomUUID();
  for (const { host } of calls) host.say(said);
  await expect.poll(() => calls.every(({ guest }) => guest.hasHeard(said))).toBe(true);
}

/** Checks that the calls go on as the same calls. */
async function areTheSame(): Promise<void> {
  await goOn();
  expect(await started()).toEqual(begun);
  expect((await rows()).map(({ status }) => status)).toEqual(calls.map(() => 'STARTED'));
}

it('spreads calls over all media servers, whichever web server is used', async () => {
  await isUp(...NODES);
  calls = await Promise.all(Array.from({ length: CALLS }, (_, n) => begin(n)));
  await goOn();
  begun = await started();
  expect([...begun.values()]).not.toContain(null);
  for (const id of NODES) expect(await callsOf(id)).toHaveLength(CALLS / NODES.length);
});

it('continues the calls of a killed media server on others', async () => {
  expect(await callsOf('a')).not.toEqual([]);
  await media.a?.kill();
  // As it will be some seconds later: too old.
  const heartbeatAt = new Date(Date.now() - 2 * MEDIA_NODE_STALE_MS);
  await db.update(mediaNode).set({ heartbeatAt }).where(eq(mediaNode.id, 'a'));
  await areTheSame();
  expect(await callsOf('a')).toEqual([]);
  await media.a?.start();
  await isUp('a');
});

it('moves the calls of a stopped media server', async () => {
  expect(await callsOf('b')).not.toEqual([]);
  await media.b?.stop();
  expect(await callsOf('b')).toEqual([]);
  await areTheSame();
  await media.b?.start();
  await isUp('b');
});

it('drains the media server that an operator names, and leaves the calls of the others in place', async () => {
  expect(await callsOf('a')).not.toEqual([]);
  const kept = (await places()).filter(({ nodeId }) => nodeId !== 'a');
  expect(kept).not.toEqual([]);
  const env = { PATH: process.env.PATH, DATABASE_URL: url };
  const command = [process.execPath, 'scripts/drain.ts', 'a'];
  expect(await runChild(command, { cwd: root, env })).toBe('a takes no more rooms.\n');
  await expect.poll(() => callsOf('a')).toEqual([]);
  await areTheSame();
  expect(await places()).toEqual(expect.arrayContaining(kept));
  const draining = await db.select().from(mediaNode).where(eq(mediaNode.load, MEDIA_NODE_DRAINING));
  expect(draining.map(({ id }) => id)).toEqual(['a']);
  await media.a?.stop();
  await media.a?.start();
  await isUp('a');
});

it('leaves calls in place while their media server is cut off from the database', async () => {
  const held = (await places()).filter(({ nodeId }) => nodeId === 'c');
  expect(held).not.toEqual([]);
  way.cut();
  await goOn();
  way.mend();
  // Waits for its next heartbeat.
  const { heartbeatAt } = (await db.select().from(mediaNode).where(eq(mediaNode.id, 'c')))[0] ?? {};
  const beats = async () => (await db.select().from(mediaNode).where(eq(mediaNode.id, 'c')))[0]?.heartbeatAt;
  await expect.poll(beats).not.toEqual(heartbeatAt);
  await areTheSame();
  expect(await places()).toEqual(expect.arrayContaining(held));
});

it('continues all calls while the media servers are restarted one after the other', async () => {
  for (const id of NODES) {
    await media[id]?.stop();
    await areTheSame();
    await media[id]?.start();
    await isUp(id);
  }
  await areTheSame();
});
