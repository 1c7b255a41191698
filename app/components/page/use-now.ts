import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useMemo } from 'react';

/** A jump of the device's clock against the page's that shows that it slept, in ms: the page's may stand still then. */
const SLEPT_MS = 5_000;

/**
 * Returns a function for the present time by the server's clock, in ms since 1970: a device's own may be wrong. It is the
 * time that the page's data told, and goes on with the page's clock. After the device has slept, the data are read again.
 * @param told by the server, when it read the data
 */
export function useNow(told: number): () => number {
  const { revalidate } = useRevalidator();
  const readAt = useMemo(() => ({ told, page: performance.now(), device: Date.now() }), [told]);
  useEffect(() => {
    const look = () => {
      const passed = {
        page: performance.now() - readAt.page,
        device: Date.now() - readAt.device,
      };
      if (passed.device - passed.page > SLEPT_MS) revalidate();
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [readAt, revalidate]);
  return useCallback(() => readAt.told + performance.now() - readAt.page, [readAt]);
}
