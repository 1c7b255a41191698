/** Why the network may have changed. */
export type NetworkChange =
  /** The browser reports a change. */
  | 'changed'
  /** The page is visible again: the device may have slept, or been carried elsewhere. */
  | 'shown';

/** Calls back when the network may have changed. @returns a function that stops it */
export function onNetworkChange(callback: (change: NetworkChange) => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const { connection } = navigator;
  let type = connection?.type;
  window.addEventListener('online', () => callback('changed'), { signal });
  connection?.addEventListener(
    'change',
    () => {
      // The event also fires for each new bandwidth estimate.
      if (connection.type !== type) callback('changed');
      type = connection.type;
    },
    { signal },
  );
  const shown = () => {
    if (document.visibilityState === 'visible') callback('shown');
  };
  document.addEventListener('visibilitychange', shown, { signal });
  window.addEventListener(
    'pageshow',
    ({ persisted }) => {
      // Restored from the browser's back/forward cache.
      if (persisted) callback('shown');
    },
    { signal },
  );
  return () => stopped.abort();
}
