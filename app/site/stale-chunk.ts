import { HEARTBEAT, statusOf } from './frame/ping.ts';

const RELOADED_AT = 'reloaded-at';
/** Prevents endless reloads if a chunk is permanently missing. */
const PAUSE_MS = 60_000;

/** After a release, older pages request chunks that no longer exist: reloads the page, at most once a minute. */
export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', () => void reloadIfServed());
}

async function reloadIfServed(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < PAUSE_MS) return;
  // Without a response the server is down, and a reload would lose the page.
  if ((await statusOf(HEARTBEAT)) === 0) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
