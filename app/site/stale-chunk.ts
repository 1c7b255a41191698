const RELOADED_AT = 'reloaded-at';
/** So that a chunk that is really gone does not reload the page for ever. */
const PAUSE_MS = 60_000;

/** After a release, a page from before it asks for chunks that no longer exist: then it reloads, once a minute at most. */
export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', () => void reloadIfServed());
}

async function reloadIfServed(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < PAUSE_MS) return;
  // Without an answer the server is away, and a reload would lose the page for nothing.
  const answered = await fetch('/api/pinga/heartbeat').then(
    () => true,
    () => false,
  );
  if (!answered) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
