import { RealtimeConnection } from './connection.ts';
import type { PageToWorker } from './page-protocol.ts';

/** A Web Worker owns the socket, because browsers throttle the timers of hidden tabs but not of workers. */
const connection = new RealtimeConnection((message) => self.postMessage(message));

self.addEventListener('message', ({ data }: MessageEvent<PageToWorker>) => connection.handle(data));
