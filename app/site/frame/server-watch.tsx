import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useRootData } from '../root-data.ts';
import { finishLogOut } from './log-out.ts';

/** How often an unavailable server is asked again. */
const RETRY_MS = 5_000;

/** As long as any API call may take. */
const TIMEOUT_MS = 20_000;
/** A request fails once when the page is left: only a second failure counts. */
const AGAIN_MS = 1_000;

/** @returns the status of the response; 0 without one */
async function statusOf(path: string): Promise<number> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    // A body that is not read keeps its connection busy.
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

async function pingServer(): Promise<number> {
  const status = await statusOf('/api/pinga/heartbeat');
  if (status !== 0) return status;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return statusOf('/api/pinga/heartbeat');
}

let ended = false;

/**
 * Whether the session has ended elsewhere, and the root's data still show someone logged in. The page's own data may
 * lead to another page meanwhile, e.g. to log in.
 */
export const sessionHasEnded = () => ended;

/**
 * Asks the server when a page starts, is looked at again or comes back online: says so while it is unavailable, and
 * loads the page's data anew once a session has ended elsewhere.
 */
export function ServerWatch() {
  const { t } = useTranslation();
  const signedIn = useRootData()?.signedIn != null;
  const [down, setDown] = useState(false);
  const { revalidate } = useRevalidator();
  const latest = useRef({ signedIn, revalidate });
  latest.current = { signedIn, revalidate };

  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const status = await pingServer();
      // Blocked or limited is not down.
      setDown(status === 0 || status >= 500);
      if (status !== 200) return;
      const loggedOut = await finishLogOut();
      if (!latest.current.signedIn) return;
      ended = loggedOut || (await statusOf('/api/pinga/auth')) === 401;
      if (ended) latest.current.revalidate();
    };
    const listener = () => void look();
    listener();
    document.addEventListener('visibilitychange', listener);
    window.addEventListener('online', listener);
    const timer = down ? setInterval(listener, RETRY_MS) : undefined;
    return () => {
      document.removeEventListener('visibilitychange', listener);
      window.removeEventListener('online', listener);
      clearInterval(timer);
    };
  }, [down]);

  useEffect(() => {
    if (!signedIn) ended = false;
  }, [signedIn]);

  return (
    down && (
      <div className="page pt-4">
        <Alert tone="error">{t('unavailable')}</Alert>
      </div>
    )
  );
}
