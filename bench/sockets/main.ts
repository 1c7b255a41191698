import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SignJWT } from 'jose';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { migrateDatabase } from '#db/migrate.ts';
import { parseEnvironment } from '#media-server/env.ts';
import { defaultLimits } from '#media-server/limit-settings.ts';
import { createLog } from '#media-server/log.ts';
import { startMediaServer } from '#media-server/server.ts';
import { CAMERA_TYPES } from '#protocol/camera.ts';
import { PROTOCOL_VERSION } from '#protocol/messages.ts';
import { ROOM_CODE_ALPHABET } from '#protocol/room-code.ts';
import { TICKET_ALGORITHM, TICKET_AUDIENCE } from '#protocol/ticket.ts';
import { ensureWorker } from '#scripts/media-worker/worker.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { startChild } from '#scripts/processes/child.ts';
import { root } from '#scripts/stack/settings.ts';
import { residentBytes } from '../call/processes.ts';

const SOCKETS = 5_000;
const AT_ONCE = 50;
const TICKET_SECRET = 'a secret of at least thirty-two characters';
/** Node's longest timeout for a request's headers, also used as the login timeout. */
const LONG_MS = 300_000;

const usageSchema = z.object({ heapUsed: z.number(), external: z.number() });
const serverSchema = z.object({ port: z.number(), workerPids: z.array(z.number()) });

/**
 * `npm run bench:sockets`: measures the memory of a media server with 5,000 idle sockets, before their login and, as
 * the hosts of 5,000 rooms, after it. Another process opens them; timeouts and caps are lifted. Memory left free by the
 * server's start is used first, so its resident memory grows less than its live memory.
 */
async function benchSockets(): Promise<void> {
  const cluster = await startTemporaryCluster();
  const url = cluster.url();
  await migrateDatabase(url);
  const MEDIASOUP_WORKER_BIN = await ensureWorker(console.log);
  const child = startChild([process.execPath, '--expose-gc', fileURLToPath(import.meta.url), 'server'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      TICKET_SECRET,
      MEDIASOUP_WORKER_BIN,
      MEDIA_NODE_ID: 'bench',
    },
  });
  child.process.stderr?.pipe(process.stderr);
  const sql = postgres(url, { onnotice: () => {} });
  try {
    const ended = child.exited.then((how) => {
      throw new Error(`The media server exited (${how})`);
    });
    ended.catch(() => {});
    const print = async () => {
      const [line] = await Promise.race([once(child.process.stdout ?? process.stdin, 'data'), ended]);
      return JSON.parse(String(line));
    };
    const { port, workerPids } = serverSchema.parse(await print());
    /** In bytes: the server's live objects and buffers, its resident memory, and its worker's. */
    const measure = async () => {
      child.process.kill('SIGUSR2');
      const { heapUsed, external } = usageSchema.parse(await print());
      return [
        heapUsed + external,
        ...[child.process.pid ?? 0, ...workerPids].map((pid) => residentBytes([pid])),
      ];
    };
    let before = await measure();
    const report = async (what: string) => {
      const now = await measure();
      const each = now.map((bytes, index) => (bytes - (before[index] ?? 0)) / SOCKETS / 1024);
      const [live, server, worker] = each.map((size) => size.toFixed(1));
      console.log(`${what}: ${live} KiB of live memory each, resident ${server} and ${worker} in the worker`);
      console.log(`  in all ${now.map((bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`).join(', ')}`);
      before = now;
    };
    const sockets = await many(() => open(port));
    await report(`${SOCKETS} sockets, not logged in`);
    await many((index) => logIn(sql, sockets[index], index));
    await report(`${SOCKETS} sockets, logged in, each in a room of its own (in addition)`);
  } finally {
    await sql.end();
    await child.stop();
    await cluster.stop();
  }
}

async function open(port: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

async function logIn(sql: postgres.Sql, socket: WebSocket | undefined, index: number): Promise<void> {
  const room = codeOf(index);
  await sql`insert into channel (token, host_key, node_id, expires_at) values (${room}, 'host', 'bench', now() + interval '1 day')`;
  const ticket = await new SignJWT({ room, seat: 'host', holder: 'host', user: null })
    .setProtectedHeader({ alg: TICKET_ALGORITHM })
    .setAudience(TICKET_AUDIENCE)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(TICKET_SECRET));
  const camera = {
    cameraType: CAMERA_TYPES[2],
    quality: 'HIGH',
    projection: 'flat',
    stereo: 'mono',
    heading: 0,
    pitch: 0,
    roll: 0,
  };
  await ask(socket, 'login', { version: PROTOCOL_VERSION, auth: { ticket } });
  await ask(socket, 'createChannel', { camera });
}

async function ask(socket: WebSocket | undefined, name: string, data: unknown): Promise<void> {
  if (!socket) throw new Error('no socket');
  socket.send(JSON.stringify({ id: 1, name, data }));
  const [answer] = await once(socket, 'message');
  if (String(answer).includes('"error"')) throw new Error(`${name}: ${answer}`);
}

/** Room code for an index: nine characters of the alphabet. */
function codeOf(index: number): string {
  const base = ROOM_CODE_ALPHABET.length;
  return Array.from(
    { length: 9 },
    (_, place) => ROOM_CODE_ALPHABET[Math.floor(index / base ** place) % base],
  ).join('');
}

/** Runs a task SOCKETS times, some at once; results are in order. */
async function many<T>(task: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const run = async () => {
    for (let index = next++; index < SOCKETS; index = next++) results[index] = await task(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return results;
}

async function serve(): Promise<void> {
  const fixed = { MEDIA_PORT: '0', MEDIA_HEALTH_PORT: '0', RTC_PORT: '0', MEDIA_WORKERS: '1' };
  const env = parseEnvironment({ ...process.env, ...fixed });
  const limits = {
    loginTimeoutMs: LONG_MS,
    socketIdleMs: LONG_MS,
    sockets: Number.POSITIVE_INFINITY,
    socketsPerNetwork: Number.POSITIVE_INFINITY,
  };
  const server = await startMediaServer(env, createLog('warn', 'bench'), { ...defaultLimits, ...limits });
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    console.log(JSON.stringify(process.memoryUsage()));
  });
  process.once('SIGTERM', () => void server.close().then(() => process.exit()));
  console.log(JSON.stringify({ port: server.port, workerPids: server.workerPids() }));
}

await (process.argv[2] === 'server' ? serve() : benchSockets());
