import { spawn } from 'node:child_process';

/** Exit code of mediasoup-worker if mediasoup did not start it (the worker's main.cpp). */
const NOT_STARTED_BY_MEDIASOUP = 41;

/** Whether the binary and its libraries are present. Takes milliseconds. */
export function workerStarts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(path, { stdio: 'ignore' });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === NOT_STARTED_BY_MEDIASOUP));
  });
}

/** Starts the worker through mediasoup and creates a router. @throws if that fails */
export async function canCreateWorker(path: string): Promise<void> {
  const { createWorker } = await import('mediasoup');
  const worker = await createWorker({ workerBin: path, logLevel: 'error' });
  await worker.createRouter({ mediaCodecs: [] });
  worker.close();
}
