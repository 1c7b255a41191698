/** Why the network may be another one. */
export type NetworkChange =
  /** The browser says that it is. */
  | 'changed'
  /** The page is looked at again: the device may have slept, or been carried elsewhere. */
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
      // It also tells of each new estimate of bandwidth.
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
      // Out of the browser's back/forward cache.
      if (persisted) callback('shown');
    },
    { signal },
  );
  return () => stopped.abort();
}
