import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CLOSE_CODES } from '#protocol/errors.ts';
import type { RequestName } from '#protocol/messages.ts';
import type { Rooms } from '../rooms/rooms.ts';
import type { WorkerPool } from '../rtc/worker-pool.ts';
import { CallMetrics } from './call-metrics.ts';

/** Our close codes and those of RFC 6455 (7.4.1) and `ws`. Clients may send any other code: those share one label. */
const known = new Set<number>([...Object.values(CLOSE_CODES), 1000, 1005, 1006, 1009]);

/** Metrics served at `/metrics`. Each server has its own registry. */
export class Metrics {
  readonly registry = new Registry();
  readonly calls = new CallMetrics(this.registry);
  readonly #requests: Counter<'name' | 'result'>;
  readonly #duration: Histogram<'name'>;
  readonly #sockets: Gauge;
  readonly #closes: Counter<'code'>;

  /** @param rooms read when metrics are requested */
  constructor(rooms: () => Pick<Rooms, 'countByStatus'>, pool: Pick<WorkerPool, 'rooms' | 'cpu'>) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#requests = new Counter({
      name: 'panocall_requests_total',
      help: 'Requests over the real-time sockets, by name and by "ok" or the code of the error',
      labelNames: ['name', 'result'],
      registers,
    });
    this.#duration = new Histogram({
      name: 'panocall_request_duration_seconds',
      help: 'Time from a request’s turn to its answer',
      labelNames: ['name'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    });
    this.#sockets = new Gauge({ name: 'panocall_sockets', help: 'Open real-time sockets', registers });
    this.#closes = new Counter({
      name: 'panocall_socket_closes_total',
      help: 'Real-time sockets closed, by close code',
      labelNames: ['code'],
      registers,
    });
    new Gauge({
      name: 'panocall_rooms',
      help: 'Rooms in memory, by status',
      labelNames: ['status'],
      registers,
      collect() {
        for (const [status, count] of Object.entries(rooms().countByStatus())) this.set({ status }, count);
      },
    });
    new Gauge({
      name: 'panocall_worker_rooms',
      help: 'Rooms whose media each mediasoup worker carries',
      labelNames: ['worker'],
      registers,
      collect() {
        this.reset();
        for (const { index, rooms: carried } of pool.rooms) this.set({ worker: index }, carried);
      },
    });
    new Counter({
      name: 'panocall_worker_cpu_seconds_total',
      help: 'CPU time that each mediasoup worker has used; it starts at 0 for a new worker',
      labelNames: ['worker'],
      registers,
      async collect() {
        this.reset();
        for (const { index, seconds } of await pool.cpu()) this.inc({ worker: index }, seconds);
      },
    });
  }

  /** @param name null if the request could not be parsed */
  answered(name: RequestName | null, result: string, seconds: number): void {
    this.#requests.inc({ name: name ?? 'unreadable', result });
    if (name) this.#duration.observe({ name }, seconds);
  }

  socketOpened(): void {
    this.#sockets.inc();
  }

  socketClosed(code: number): void {
    this.#sockets.dec();
    this.#closes.inc({ code: known.has(code) ? code : 'other' });
  }
}
