import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { EXAMPLES } from '#app/site/api/examples.ts';
import { recordSecret } from '#scripts/testing/secrets.ts';
import { newKey, ownerOfKeys } from '../../support/people/keys.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { type Site, send, startSite } from '../../support/servers/site.ts';

/** Runs the examples exactly as the API's page shows them. */

let site: Site;
let key: string;
beforeAll(async () => {
  site = await startSite();
  await makeMediaNode(site.db);
  ({ key } = await newKey(site, await ownerOfKeys(site)));
});
afterAll(() => site.stop());

const filled = (name: keyof typeof EXAMPLES, room = '') =>
  EXAMPLES[name].code.replaceAll('SITE', site.server.url).replaceAll('KEY', key).replaceAll('ROOM', room);

/** Runs a module. @returns its exports */
const run = (code: string): Promise<unknown> => import(`data:text/javascript,${encodeURIComponent(code)}`);

const roomSchema = z.looseObject({ id: z.uuid(), hostUrl: z.string(), guestUrl: z.string() });

it('creates a room with curl and with JavaScript, and reads it', async () => {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${filled('makeRoomWithCurl')} --silent`]);
  const byCurl = roomSchema.parse(JSON.parse(stdout));
  const byScript = roomSchema.parse(await run(filled('makeRoom')));
  for (const { guestUrl } of [byCurl, byScript]) recordSecret(guestUrl.split('/').at(-1) ?? '');
  expect(byCurl.hostUrl).toMatch(/\/room\/host\/\w{9}#claim=/);
  expect(await run(filled('readRoom', byScript.id))).toMatchObject({ status: 'CREATED', durationMs: null });
});

it('creates a room for a camera that streams', async () => {
  const { ingest, hostUrl } = z
    .looseObject({ hostUrl: z.string(), ingest: z.object({ whip: z.url(), key: z.string() }) })
    .parse(await run(filled('makeStreamedRoom')));
  recordSecret(ingest.key);
  expect(hostUrl).toContain(`/room/host/${ingest.key.split('.')[0]}#`);
  expect(ingest.whip).toBe(`${site.server.url}/whip`);
});

it('creates a room that a player shows', async () => {
  const { watch, hostUrl } = z
    .looseObject({ hostUrl: z.string(), watch: z.object({ whep: z.url(), key: z.string() }) })
    .parse(await run(filled('makeWatchedRoom')));
  recordSecret(watch.key);
  expect(hostUrl).toContain(`/room/host/${watch.key.split('.')[0]}#`);
  expect(watch.whep).toBe(`${site.server.url}/whep`);
});

it('verifies a webhook', async () => {
  const { isFromPanocall } = z
    .looseObject({
      isFromPanocall: z.function({ input: [z.string(), z.string(), z.string()], output: z.boolean() }),
    })
    .parse(await run(filled('verify')));
  const signed = (body: string, secret: string, seconds: number) =>
    `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
  const now = Math.floor(Date.now() / 1000);
  expect(isFromPanocall('{}', signed('{}', 'whsec', now), 'whsec')).toBe(true);
  expect(isFromPanocall('{ }', signed('{}', 'whsec', now), 'whsec')).toBe(false);
  expect(isFromPanocall('{}', signed('{}', 'other', now), 'whsec')).toBe(false);
  expect(isFromPanocall('{}', signed('{}', 'whsec', now - 3_600), 'whsec')).toBe(false);
  expect(isFromPanocall('{}', '', 'whsec')).toBe(false);
  const [, old = ''] = signed('{}', 'older', now).split(',');
  const two = [signed('{}', 'whsec', now), old].join();
  for (const secret of ['whsec', 'older']) expect(isFromPanocall('{}', two, secret)).toBe(true);
  expect(isFromPanocall('{}', two, 'other')).toBe(false);
});

it('matches the page, with the script that it names', async () => {
  const page = String((await send(site, '/api')).body);
  for (const { title, code } of Object.values(EXAMPLES))
    for (const shown of [title, code]) expect(page).toContain(renderToStaticMarkup(shown));
  const script = await send(site, '/panocall.js');
  expect(script.status).toBe(200);
  expect(script.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
});
