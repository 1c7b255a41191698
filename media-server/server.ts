import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#db/client.ts';
import { user } from '#db/schema/index.ts';
import type { Environment } from './env.ts';
import { HealthServer } from './health/health-server.ts';
import { Metrics } from './health/metrics.ts';
import { defaultLimits, type Limits } from './limit-settings.ts';
import type { Log } from './log.ts';
import { listenForDrain } from './nodes/listen-for-drain.ts';
import { listenForEnds } from './nodes/listen-for-ends.ts';
import { listenForExtensions } from './nodes/listen-for-extensions.ts';
import { NodeRegistration } from './nodes/registration.ts';
import { CallHealthStore } from './rooms/call-health-store.ts';
import { CallSampler } from './rooms/call-sampler.ts';
import { ChannelStore } from './rooms/channel-store.ts';
import { readLongestCall } from './rooms/longest-call.ts';
import type { Room } from './rooms/room.ts';
import { Rooms } from './rooms/rooms.ts';
import { ResumeTokens } from './rooms/session.ts';
import { StreamStore } from './rooms/stream-store.ts';
import { iceServers } from './rtc/ice-servers.ts';
import { type RoomMediaEvents, WorkerPool } from './rtc/worker-pool.ts';
import { SocketServer } from './sockets/socket-server.ts';
import { listenForNotifications } from './users/listen-for-notifications.ts';
import { UserSockets } from './users/user-sockets.ts';
import { handlePrograms } from './whip/programs.ts';

/** A database that has not responded within this time counts as down. */
const HEALTH_WAIT_MS = 2_000;

export type MediaServer = {
  /** The ports in use, also if the environment said 0. */
  port: number;
  healthPort: number;
  /** Process ids of the mediasoup workers. */
  workerPids: () => number[];
  /**
   * Takes no more rooms, and has everyone who is not in a call reconnect elsewhere. Resolves when the calls have ended;
   * `close` stops the rest.
   */
  drain: () => Promise<void>;
  /** Moves the running calls to other media servers, as far as those have capacity. */
  handOver: () => Promise<void>;
  /** Stops everything in order. Rooms stay in the table for the next start. */
  close: () => Promise<void>;
};

/**
 * Starts a media server. On failure, stops what was already started.
 * @param onDrain called when an operator drains the node from elsewhere
 * @throws Error if the database, a port or a worker is unavailable
 */
export async function startMediaServer(
  env: Environment,
  log: Log,
  limits: Limits = defaultLimits,
  onDrain: () => void = () => {},
): Promise<MediaServer> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) {
      try {
        await closer();
      } catch (error) {
        log.error({ err: error }, 'a component did not stop cleanly');
      }
    }
  };
  try {
    const process = `media-${randomUUID()}`;
    const db = openDatabase(env.DATABASE_URL, process);
    closers.push(() => db.$client.end({ timeout: 1 }));
    const { MEDIA_WORKERS: workers, RTC_PORT: port, MEDIA_ANNOUNCED_ADDRESS: announcedAddresses } = env;
    const pool = await WorkerPool.start({ workers, port, announcedAddresses }, log);
    closers.push(() => pool.close());

    const callHealth = new CallHealthStore(db);
    const tokens = new ResumeTokens<Room>();
    const store = new ChannelStore(db, env.MEDIA_NODE_ID);
    const metrics = new Metrics(() => rooms, pool);
    const onTransport: RoomMediaEvents['onTransport'] = (transport) => metrics.calls.watch(transport);
    const turn = { urls: env.TURN_URLS, secret: env.TURN_SECRET };
    const iceServersFor = (name: string) => iceServers(turn, name, Date.now());
    const rooms: Rooms = new Rooms({
      store,
      streams: new StreamStore(db),
      tokens,
      limits,
      log,
      longestCallMs: () => readLongestCall(db, limits.longestCallMs),
      createMedia: (events) => pool.createRoomMedia({ ...events, onTransport }),
      onCallEvent: (room, event) => {
        metrics.calls.happened(event);
        callHealth.addEvent(room.held.id, event);
        if (event.kind === 'started' || event.kind === 'ended') sampler.measure(room);
      },
      iceServers: iceServersFor,
    });
    closers.push(() => callHealth.close());
    closers.push(() => rooms.dispose());

    const node = {
      id: env.MEDIA_NODE_ID,
      process,
      url: env.MEDIA_URL,
      region: env.MEDIA_REGION,
      hasTurn: env.TURN_URLS.some((url) => url.startsWith('turn')),
      maxRooms: workers * env.MEDIA_ROOMS_PER_WORKER,
      maxMbps: env.MEDIA_MBPS,
    };
    const registration = new NodeRegistration(node, { db, store, rooms, limits, log });
    await registration.join();
    closers.push(() => registration.stop());
    const sampler: CallSampler = new CallSampler(
      {
        every: limits.sampleMs,
        least: limits.leastSampleMs,
        calls: () => rooms.calls,
        onSample: (room, sample) => {
          metrics.calls.sampled(sample);
          callHealth.addSample(room.held.id, sample);
        },
        onRound: () => callHealth.write(),
      },
      log,
    );
    closers.push(() => sampler.close());
    let draining = false;
    const isSuspended = async (id: string) =>
      (await db.$count(user, and(eq(user.id, id), isNotNull(user.suspendedAt)))) > 0;
    const users = new UserSockets(limits.socketsPerUser);
    const login = { rooms, tokens, users, ticketSecrets: env.TICKET_SECRET, isSuspended };
    const services = { rooms, ticketSecrets: env.TICKET_SECRET, iceServers: iceServersFor, log };
    const programs = handlePrograms(services);
    const sockets = await SocketServer.start({ login, limits, metrics, log }, env, programs);
    closers.push(() => sockets.close());
    const health = await HealthServer.start(
      {
        host: env.MEDIA_HOST,
        port: env.MEDIA_HEALTH_PORT,
        health: async () => {
          if (draining) return 'draining';
          return pool.complete && (await answers(db)) ? 'ok' : 'unavailable';
        },
        registry: metrics.registry,
      },
      log,
    );
    closers.push(() => health.close());
    const ends = await listenForEnds(db, store, rooms, log);
    closers.push(ends.stop);
    const extensions = await listenForExtensions(db, rooms, log);
    closers.push(extensions.stop);
    const notifications = await listenForNotifications(db, users);
    closers.push(notifications.stop);
    const drains = await listenForDrain(db, env.MEDIA_NODE_ID, onDrain);
    closers.push(drains.stop);
    // Last, because it directs clients here; so it is also stopped first.
    await registration.start();
    closers.push(() => registration.stop());
    return {
      port: sockets.port,
      healthPort: health.port,
      workerPids: () => pool.rooms.map(({ pid }) => pid),
      drain: async () => {
        draining = true;
        users.drain();
        await rooms.drain();
        await registration.drain();
        await rooms.callsEnded();
      },
      handOver: () => rooms.handOver(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function answers(db: Database): Promise<boolean> {
  const query = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([query, setTimeout(HEALTH_WAIT_MS, false, { ref: false })]);
}
