/** Sent to the worker, which answers with the id. */
export type TimerRequest = { id: number; ms: number };

const waiting = new Map<number, () => void>();
let worker: Worker | null = null;
let lastId = 0;

/**
 * Calls back once after a delay in ms. Works in a hidden tab, where browsers delay a page's own timers by a second or a
 * minute, but not those of workers.
 * @returns a function that cancels it
 */
export function startTimer(ms: number, callback: () => void): () => void {
  const id = ++lastId;
  const cancel = () => {
    waiting.delete(id);
    clearTimeout(own);
  };
  const end = () => {
    if (!waiting.has(id)) return;
    cancel();
    callback();
  };
  // Fallback, in case the worker cannot be loaded.
  const own = setTimeout(end, ms);
  waiting.set(id, end);
  worker ??= startWorker();
  worker?.postMessage({ id, ms } satisfies TimerRequest);
  return cancel;
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  const started = new Worker(new URL('./hold-timer-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<number>) => waiting.get(data)?.());
  return started;
}
