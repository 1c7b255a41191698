import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { mediaNode } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { Peer } from '#ingest/webrtc/peer.ts';
import { camera, TestClient } from '#media-server/tests/support/client.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { signStreamKey } from '#protocol/stream-key.ts';
import { seatAnswerSchema } from '#protocol/ticket.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { Client } from '../../support/servers/client.ts';
import { MediaProcess } from '../../support/servers/media-process.ts';

const TICKET_SECRET = 'a secret of at least thirty-two characters';

let db: Database;
let media: MediaProcess;
let web: WebServer;
/** Of the RTMP server's endpoint that pulls cameras. */
let ingestPort: number;

beforeAll(async () => {
  const databaseUrl = await createTestDatabase();
  db = openDatabase(databaseUrl);
  const MEDIA_PORT = String(await freePort());
  ingestPort = await freePort();
  const MEDIA_INTERNAL_URL = `http://127.0.0.1:${MEDIA_PORT}`;
  [media, web] = await Promise.all([
    // Without an address of its own: the web server forwards to it.
    MediaProcess.start({
      id: 'a',
      databaseUrl,
      ticketSecret: TICKET_SECRET,
      env: { MEDIA_PORT, MEDIA_URL: '' },
    }),
    startWebServer(databaseUrl, {
      TICKET_SECRET,
      MEDIA_INTERNAL_URL,
      RTMP_PORT: '1936',
      CAMERA_HOSTS: 'theta.lan:554',
      INGEST_INTERNAL_URL: `http://127.0.0.1:${ingestPort}`,
    }),
  ]);
});

afterAll(async () => {
  await Promise.all([media?.stop(), web?.stop()]);
  await db?.$client.end();
});

/** A room whose host waits for a program's camera. @returns the program's address and key */
async function room() {
  const client = new Client(web.url);
  const { token } = newRoomSchema.parse((await client.call('/api/channel/ticket')).body);
  const seat = (name: string) => client.call(`/api/channel/seat/${token}`, { body: { seat: name } });
  const { ticket, ingest } = seatAnswerSchema.parse((await seat('host')).body);
  expect(seatAnswerSchema.parse((await seat('guest')).body).ingest).toBeNull();
  if (!ingest) throw new Error('The host got no key');
  const host = await TestClient.connect(`${web.url.replace('http', 'ws')}/realtime`);
  await host.login({ ticket });
  await host.request('createChannel', { camera: { ...camera, streamed: true } });
  return { ...ingest, host };
}

function post({ whip, key }: { whip: string; key: string }, sdp: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/sdp' };
  return fetch(whip, { method: 'POST', headers, body: sdp, redirect: 'manual' });
}

it('a page of another site may ask how to send, and send', async () => {
  const headers = {
    Origin: 'https://sender.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type',
  };
  const asked = await fetch(`${web.url}/whip`, { method: 'OPTIONS', headers });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(asked.headers.get('Access-Control-Allow-Methods')).toContain('POST');
  expect(asked.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
  expect((await fetch(`${web.url}/whip/x`, { method: 'PATCH' })).status).toBe(501);
});

it('only requests with the key of a room get to the server that pulls cameras', async () => {
  const { host, key, ...addresses } = await room();
  host.socket.terminate();
  const pull = addresses.pull ?? '';
  expect(pull).toBe(`${web.url}/pull`);
  const ask = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(pull, { method: 'POST', headers, body: '{"address":"rtsp://x/p-secret"}' });
    return [response.status, await response.text()];
  };
  expect(await ask(key)).toEqual([503, 'The RTMP server does not answer.']);
  const got: unknown[] = [];
  const ingest = createServer(async (request, response) => {
    const { authorization, connection } = request.headers;
    got.push([request.method, request.url, authorization, await text(request), connection]);
    response.writeHead(502).end('Connection refused');
  });
  ingest.listen(ingestPort, '127.0.0.1');
  onTestFinished(() => void ingest.close());
  await once(ingest, 'listening');
  expect(await ask(key)).toEqual([502, 'Connection refused']);
  expect((await ask(`${key}x`))[0]).toBe(401);
  expect(got).toEqual([['POST', '/pull', `Bearer ${key}`, '{"address":"rtsp://x/p-secret"}', 'close']]);
  expect(web.log()).not.toContain('p-secret');
});

it('a program and a player get to the media server that has their room, and no key is logged', async () => {
  const { host, ...ingest } = await room();
  expect(ingest).toMatchObject({ whip: `${web.url}/whip`, rtmp: 'rtmp://127.0.0.1:1936/live' });
  const peer = new Peer('SendOnly', [{ kind: 'video', mid: '0', payloadType: 96, ssrc: 1 }]);
  const offer = peer.offer();

  const taken = await post(ingest, offer);
  const answer = await taken.text();
  expect(taken.status, answer).toBe(201);
  expect(Number(taken.headers.get('Content-Length'))).toBe(Buffer.byteLength(answer));
  peer.accept(answer);
  await peer.connected();
  await host.channel(({ seats }) => seats.host?.producers[0]?.source === 'camera');

  const [code = ''] = ingest.key.split('.');
  const watch = { whip: `${web.url}/whep`, key: await signStreamKey('whep', code, TICKET_SECRET) };
  const player = new Peer('RecvOnly', [{ kind: 'video', mid: '0', payloadType: 96, ssrc: 1 }]);
  const shown = await post(watch, player.offer());
  expect(shown.status, await shown.text()).toBe(201);
  const playing = new URL(shown.headers.get('Location') ?? '', watch.whip);
  expect((await fetch(playing, { method: 'DELETE' })).status).toBe(200);
  player.close();

  const session = new URL(taken.headers.get('Location') ?? '', ingest.whip);
  expect((await fetch(session, { method: 'DELETE' })).status).toBe(200);
  peer.close();
  expect((await post({ ...ingest, key: `${ingest.key}x` }, offer)).status).toBe(401);
  expect(web.log()).toContain('/whip');
  expect(web.log()).not.toContain(ingest.key.split('.')[1]);
  expect(web.log()).not.toContain(watch.key.split('.')[1]);
  for (const { pathname } of [session, playing]) expect(web.log()).not.toContain(pathname);

  // A media server with an address of its own.
  await db.update(mediaNode).set({ url: 'wss://a.example/realtime' });
  const led = await post(ingest, offer);
  expect(led.status).toBe(307);
  expect(led.headers.get('Location')).toBe('https://a.example/whip');
  expect((await post(watch, offer)).headers.get('Location')).toBe('https://a.example/whep');

  await db.update(mediaNode).set({ url: null });
  host.socket.terminate();
  await media.kill();
  const failed = await post(ingest, offer);
  expect(failed.status).toBe(503);
  expect(failed.headers.get('Retry-After')).toBe('3');
});
