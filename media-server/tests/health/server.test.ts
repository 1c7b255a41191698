import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaNode } from '#db/schema/index.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import type { MediaServer } from '../../server.ts';
import { camera, TestClient } from '../support/client.ts';
import {
  connect,
  hosted,
  newKey,
  requested,
  started,
  TICKET_SECRET,
  ticket,
  World,
} from '../support/harness.ts';

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world.close());

const get = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`);

describe('Health', () => {
  test('is reported', async () => {
    const server = await world.start();
    const response = await get(server.healthPort, '/healthcheck');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
    expect((await get(server.healthPort, '/healthcheck/live')).status).toBe(200);
    expect((await get(server.healthPort, '/elsewhere')).status).toBe(404);
    await server.close();
  });

  test('exports metrics of rooms, sockets and requests', async () => {
    const server = await world.start();
    const { host } = await requested(world, server);
    await host.client.ask('openSesame', {});
    const metrics = await (await get(server.healthPort, '/metrics')).text();
    expect(metrics).toMatch(/^panocall_rooms{status="REQUESTED"} 1$/m);
    expect(metrics).toMatch(/^panocall_sockets 2$/m);
    expect(metrics).toMatch(/^panocall_requests_total{name="login",result="ok"} 2$/m);
    expect(metrics).toMatch(/^panocall_requests_total{name="unreadable",result="UNKNOWN_MESSAGE"} 1$/m);
    expect(metrics).toMatch(/^panocall_worker_cpu_seconds_total{worker="0"} /m);
    await server.close();
  });
});

test('A room that has ended frees its media at once, and is forgotten a little later', async () => {
  const server = await world.start({ limits: { endedRoomMs: 500 } });
  const metrics = async () => (await get(server.healthPort, '/metrics')).text();
  const { host } = await started(world, server);
  expect(await metrics()).toMatch(/^panocall_worker_rooms{worker="0"} 1$/m);
  await host.client.request('leaveChannel', {});
  expect(await metrics()).toMatch(/^panocall_worker_rooms{worker="0"} 0$/m);
  await expect.poll(metrics, { timeout: 10_000 }).toMatch(/^panocall_rooms{status="FINISHED"} 0$/m);
  await server.close();
});

test('Closes TCP connections that belong to no room once the worker has no rooms', async () => {
  const server = await world.start();
  const { host } = await started(world, server);
  const { iceCandidates } = await host.client.request('createTransport', { direction: 'send' });
  const candidate = iceCandidates.find(
    ({ protocol, address }) => protocol === 'tcp' && address === '127.0.0.1',
  );
  const socket = createConnection(candidate?.port ?? 0, '127.0.0.1');
  await once(socket, 'connect');
  await host.client.request('leaveChannel', {});
  await once(socket, 'close');
  const next = await started(world, server);
  const { id } = await next.host.client.request('createTransport', { direction: 'send' });
  expect(id).not.toBe('');
  await server.close();
});

/** Logs in again as a client does, retrying until there is a worker. */
async function resume(server: MediaServer, resumeToken: string) {
  for (;;) {
    const client = await connect(server);
    const login = await client.login({ resumeToken }).catch((error: { code: string }) => error.code);
    if (typeof login !== 'string') return { client, login };
    expect(login).toBe('UNAVAILABLE');
  }
}

describe('A worker that dies', () => {
  test('is replaced, and its calls continue with new media', async () => {
    const server = await world.start();
    const { token, host, guest } = await started(world, server);
    const [pid] = server.workerPids();
    for (const { client } of [host, guest]) await client.request('createTransport', { direction: 'send' });
    process.kill(Number(pid), 'SIGKILL');
    for (const { client, login } of [host, guest]) {
      expect(await client.closed).toBe(CLOSE_CODES.GOING_AWAY);
      const back = await resume(server, login.resumeToken);
      expect(back.login).toMatchObject({ resumed: false, channel: { status: 'STARTED' } });
      await back.client.request('createTransport', { direction: 'send' });
    }
    await world.written(token, { status: 'STARTED' });
    const health = async () => (await get(server.healthPort, '/healthcheck')).status;
    await expect.poll(health, { timeout: 10_000 }).toBe(200);
    expect(server.workerPids()).not.toContain(pid);
    const again = await started(world, server);
    await again.host.client.request('createTransport', { direction: 'send' });
    await server.close();
  });

  test('does not affect the rooms of the other workers', async () => {
    const server = await world.start({ env: { MEDIA_WORKERS: '2' } });
    // Each room goes to the least loaded worker, so they are on different ones.
    const rooms = [await started(world, server), await started(world, server)];
    process.kill(Number(server.workerPids()[0]), 'SIGKILL');
    const hosts = rooms.map(({ host }) => host.client);
    const sentAway = await Promise.race(hosts.map((client) => client.closed.then(() => client)));
    const other = hosts.find((client) => client !== sentAway);
    await other?.request('createTransport', { direction: 'send' });
    expect(other?.updates.at(-1)?.status).toBe('STARTED');
    await server.close();
  });
});

test('No secrets are logged', async () => {
  const main = new Process({ LOG_LEVEL: 'trace' });
  const port = await main.port;
  const { token, hostKey } = await world.room({ nodeId: 'node-process' });
  const client = await TestClient.connect(port);
  const signed = await ticket(token, 'host', hostKey);
  const { resumeToken } = await client.login({ ticket: signed });
  await client.ask('openSesame', {});
  client.socket.close();
  await main.stop();
  expect(main.output).toContain('logged in');
  for (const secret of [token, hostKey, signed, resumeToken, TICKET_SECRET, world.url]) {
    expect(main.output).not.toContain(secret);
  }
});

describe('The process', () => {
  test('closes its sockets and leaves nothing behind when it is told to stop', async () => {
    const main = new Process();
    const port = await main.port;
    const { token, hostKey } = await world.room({ nodeId: 'node-process' });
    const client = await TestClient.connect(port);
    await client.login({ ticket: await ticket(token, 'host', hostKey) });
    expect(await world.db.select().from(mediaNode)).toMatchObject([{ id: 'node-process' }]);
    const workers = main.workerPids;
    expect(workers).toHaveLength(2);
    expect(await main.stop()).toBe(0);
    expect(await client.closed).toBe(CLOSE_CODES.MOVED);
    expect(await world.db.select().from(mediaNode)).toEqual([]);
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('lets a call continue until it ends, its time is up, or a second signal comes', async () => {
    /** Each call has its own node id: the next process with the same one would restore the call. */
    const withCall = async (nodeId: string, seconds: number) => {
      const main = new Process({ MEDIA_NODE_ID: nodeId, MEDIA_DRAIN_SECONDS: String(seconds) });
      const port = await main.port;
      const { token, hostKey } = await world.room({ nodeId });
      const [host, guest] = [await TestClient.connect(port), await TestClient.connect(port)];
      await host.login({ ticket: await ticket(token, 'host', hostKey) });
      await host.request('createChannel', { camera });
      await guest.login({ ticket: await ticket(token, 'guest', newKey()) });
      await guest.request('requestChannel', { camera });
      return { main, host, guest };
    };
    const [told, left, timed] = await Promise.all([
      withCall('node-told', 3600),
      withCall('node-left', 3600),
      withCall('node-timed', 1),
    ]);
    told.main.child.kill('SIGTERM');
    await told.main.says('media server draining');
    await told.host.request('keepAliveSocket', {});
    expect(await told.main.stop()).toBe(0);
    expect(await told.host.closed).toBe(CLOSE_CODES.GOING_AWAY);

    left.main.child.kill('SIGINT');
    await left.main.says('media server draining');
    await left.guest.request('leaveChannel', {});
    expect(await left.main.exited).toBe(0);

    expect(await timed.main.stop()).toBe(0);
    // No other server can take the call.
    expect(await timed.guest.closed).toBe(CLOSE_CODES.GOING_AWAY);
  });

  test('stops with a client that does not answer its close frame', async () => {
    const main = new Process();
    const client = await TestClient.connect(await main.port);
    client.socket.pause();
    expect(await main.stop()).toBe(0);
    client.socket.terminate();
  });

  test('names what is wrong with its environment', async () => {
    const main = new Process({ TICKET_SECRET: 'short' });
    expect(await main.exited).toBe(1);
    expect(main.output).toMatch(/^ +TICKET_SECRET: must have at least 32 characters$/m);
  });

  test('does not start without its database', async () => {
    const main = new Process({ DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:9/nowhere' });
    expect(await main.exited).toBe(1);
    expect(main.output).toContain('media server could not start');
  });
});

test('A server reports why it could not start, and leaves nothing running', async () => {
  const server = await world.start();
  const { token, host } = await hosted(world, server);
  const MEDIA_PORT = String(server.port);
  await expect(world.start({ env: { MEDIA_PORT, MEDIA_NODE_ID: 'second' } })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await expect(world.start({ env: { RTC_PORT: MEDIA_PORT, MEDIA_NODE_ID: 'second' } })).rejects.toThrow(
    `RTC port ${MEDIA_PORT}`,
  );
  // Rooms on the worker still running are unaffected.
  const back = await connect(server);
  await back.login({ ticket: await ticket(token, 'host', host.holder) });
  await server.close();
});

/** The media server as a child process, as the supervisor runs it. */
class Process {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  output = '';

  constructor(env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, [fileURLToPath(new URL('../../main.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DATABASE_URL: world.url,
        TICKET_SECRET,
        MEDIA_NODE_ID: 'node-process',
        MEDIA_URL: `wss://${env.MEDIA_NODE_ID ?? 'node-process'}.example`,
        MEDIA_PORT: '0',
        MEDIA_HEALTH_PORT: '0',
        RTC_PORT: '0',
        MEDIA_WORKERS: '2',
        ...env,
      },
    });
    const streams = [this.child.stdout, this.child.stderr].filter((stream) => stream !== null);
    for (const stream of streams) {
      stream.on('data', (chunk) => {
        this.output += chunk;
      });
    }
    const said = streams.map((stream) => once(stream, 'close'));
    this.exited = once(this.child, 'exit').then(async ([code]) => {
      await Promise.all(said);
      return code;
    });
  }

  /** The port it logs once it listens. */
  get port(): Promise<number> {
    return this.#port();
  }

  async #port(): Promise<number> {
    await this.says('media server listening');
    return Number(/"port":(\d+),/.exec(this.output)?.[1]);
  }

  /** Waits until it logs this message. */
  async says(message: string): Promise<void> {
    while (!this.output.includes(`"msg":"${message}"`)) {
      await Promise.race([once(this.child.stdout ?? this.child, 'data'), this.exited]);
      if (this.child.exitCode !== null) throw new Error(`it exited:\n${this.output}`);
    }
  }

  get workerPids(): number[] {
    const said = /"workers":\[([\d,]+)\]/.exec(this.output);
    return (said?.[1] ?? '').split(',').map(Number);
  }

  stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.exited;
  }
}
