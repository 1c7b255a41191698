import { ensureWorker } from '../media-worker/worker.ts';

/** Vitest's global set-up of the media server's tests: provides the worker, and its path through the environment. */
export default async function setup(): Promise<void> {
  process.env.MEDIASOUP_WORKER_BIN = await ensureWorker((line) => console.log(line));
}
