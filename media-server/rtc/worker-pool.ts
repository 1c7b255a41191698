import process from 'node:process';
import { createWorker, type types } from 'mediasoup';
import { ProtocolError } from '#protocol/errors.ts';
import type { Log } from '../log.ts';
import { MEDIA_CODECS } from './codecs.ts';
import { listenInfos } from './listen-infos.ts';
import { RoomMedia, type SeatEvents } from './room-media.ts';

export type RtcOptions = {
  workers: number;
  /** Worker i listens on this port + i; 0 for any free ports. */
  port: number;
  announcedAddresses: readonly string[];
};

export type RoomMediaEvents = SeatEvents & {
  /** The room's worker died. */
  onDeath: () => void;
};

type RunningWorker = {
  index: number;
  worker: types.Worker;
  /** The worker's ports, which all of its rooms share. */
  webRtcServer: Promise<types.WebRtcServer>;
  rooms: number;
};

const RESTART_DELAY_MS = 1_000;

/** The mediasoup workers, one per core; each room is assigned to one. */
export class WorkerPool {
  readonly #options: RtcOptions;
  readonly #log: Log;
  readonly #running = new Map<number, RunningWorker>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  #closed = false;

  private constructor(options: RtcOptions, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  /** @throws Error if a worker does not start or a port is taken */
  static async start(options: RtcOptions, log: Log): Promise<WorkerPool> {
    const pool = new WorkerPool(options, log);
    try {
      await Promise.all(Array.from({ length: options.workers }, (_, index) => pool.#startWorker(index)));
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  get complete(): boolean {
    return this.#running.size === this.#options.workers;
  }

  /** Number of rooms on each worker. */
  get rooms(): { index: number; pid: number; rooms: number }[] {
    return [...this.#running.values()].map(({ index, worker, rooms }) => ({ index, pid: worker.pid, rooms }));
  }

  /** CPU time of each worker since it started, in seconds. */
  cpu(): Promise<{ index: number; seconds: number }[]> {
    const usages = [...this.#running.values()].map(async ({ index, worker }) => {
      const { ru_utime, ru_stime } = await worker.getResourceUsage();
      return { index, seconds: (ru_utime + ru_stime) / 1000 };
    });
    return Promise.all(usages);
  }

  /**
   * Creates media for a room on the least loaded worker.
   * @throws ProtocolError UNAVAILABLE while no worker runs
   */
  async createRoomMedia({ onDeath, ...events }: RoomMediaEvents): Promise<RoomMedia> {
    const [least] = [...this.#running.values()].toSorted((a, b) => a.rooms - b.rooms);
    if (!least) throw new ProtocolError('UNAVAILABLE');
    // Incremented before the router exists, so that rooms created at the same time spread out too.
    least.rooms += 1;
    const create = (mediaCodecs: types.RouterRtpCodecCapability[]) =>
      least.worker.createRouter({ mediaCodecs });
    const made = Promise.all([create(MEDIA_CODECS), least.webRtcServer]);
    const [room, webRtcServer] = await made.catch((error: unknown) => {
      least.rooms -= 1;
      throw error;
    });
    room.observer.once('close', () => {
      least.rooms -= 1;
      if (least.rooms === 0) this.#listenAnew(least);
    });
    room.once('workerclose', () => {
      if (least.worker.died) onDeath();
    });
    return new RoomMedia({ room, create, webRtcServer }, events);
  }

  /** Resolves when the worker processes have exited. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#restarts) clearTimeout(timer);
    const workers = [...this.#running.values()].map(({ worker }) => worker);
    this.#running.clear();
    await Promise.all(workers.map(closeWorker));
  }

  async #startWorker(index: number): Promise<void> {
    const worker = await deafToSignals(() => createWorker({ logLevel: 'warn' }));
    const webRtcServer = this.#listen(worker, index);
    await webRtcServer;
    if (this.#closed) return closeWorker(worker);
    const running: RunningWorker = { index, worker, webRtcServer, rooms: 0 };
    this.#running.set(index, running);
    worker.once('died', (error) => this.#replace(running, error));
  }

  /** @throws Error if the port is taken; the worker is closed then */
  async #listen(worker: types.Worker, index: number): Promise<types.WebRtcServer> {
    const { port, announcedAddresses } = this.#options;
    const own = port === 0 ? 0 : port + index;
    try {
      return await worker.createWebRtcServer({ listenInfos: listenInfos(own, announcedAddresses) });
    } catch (error) {
      worker.close();
      throw new Error(`Worker ${index} cannot listen on RTC port ${own}`, { cause: error });
    }
  }

  /**
   * Reopens the ports of a worker without rooms. A worker keeps TCP connections that never authenticated to a room,
   * such as those of a browser that lost its address at that moment, for as long as it listens.
   */
  #listenAnew(running: RunningWorker): void {
    if (this.#closed || running.worker.closed) return;
    const { worker, index, webRtcServer: former } = running;
    running.webRtcServer = former.then((server) => {
      server.close();
      return this.#listen(worker, index);
    });
    running.webRtcServer.catch((error: Error) => this.#replace(running, error));
  }

  #replace(running: RunningWorker, error: Error): void {
    const { index, worker } = running;
    if (this.#closed || this.#running.get(index) !== running) return;
    this.#log.error({ err: error, worker: index, pid: worker.pid }, 'media worker died');
    this.#running.delete(index);
    this.#restart(index, 0);
  }

  #restart(index: number, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      this.#startWorker(index).catch((error: unknown) => {
        this.#log.error({ err: error, worker: index }, 'media worker did not restart');
        if (!this.#closed) this.#restart(index, RESTART_DELAY_MS);
      });
    }, delayMs);
    this.#restarts.add(timer);
  }
}

/**
 * Removes mediasoup's signal listeners: they close the workers, and with them the calls that continue while the server
 * drains. The pool's owner closes it instead.
 * @param start adds the listeners before its first await
 */
function deafToSignals<T>(start: () => T): T {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const started = start();
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!before.has(listener)) process.off(signal, listener);
    }
  }
  return started;
}

async function closeWorker(worker: types.Worker): Promise<void> {
  const gone = worker.subprocessClosed
    ? Promise.resolve()
    : new Promise<void>((resolve) => worker.once('subprocessclose', resolve));
  worker.close();
  await gone;
}
