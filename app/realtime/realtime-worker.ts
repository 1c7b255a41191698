import { RealtimeConnection } from './connection.ts';
import type { PageToWorker } from './page-protocol.ts';

/** A Web Worker owns the socket, because a hidden tab slows the page's timers down but not a worker's. */
const connection = new RealtimeConnection((message) => self.postMessage(message));

self.addEventListener('message', ({ data }: MessageEvent<PageToWorker>) => connection.handle(data));
self.addEventListener('online', () => connection.retryNow());
