import { useRevalidator } from '@remix-run/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { LogInAgain } from '#app/forms/log-in-again.tsx';
import { unsaved } from '#app/forms/unsaved.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useRootData } from '../root-data.ts';
import { failWithoutServer } from './lazy-routes.ts';
import { finishLogOut } from './log-out.ts';
import { HEARTBEAT, statusOf } from './ping.ts';
import { sessionEnd } from './session-end.ts';

/** How often an unavailable server is asked again. */
const RETRY_MS = 5_000;

/** A request fails once when the page is left: only a second failure counts. */
const AGAIN_MS = 1_000;

/** Browsers without `requestIdleCallback` begin after so long. */
const IDLE_MS = 2_000;

async function pingServer(): Promise<number> {
  const status = await statusOf(HEARTBEAT);
  if (status !== 0) return status;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return statusOf(HEARTBEAT);
}

/**
 * Asks the server when a page starts, is looked at again or comes back online: says so while it is unavailable. Once a
 * session has ended elsewhere, loads the page's data anew, or says so where that would lose unsaved changes.
 */
export function ServerWatch() {
  const { t } = useTranslation();
  const signedIn = useRootData()?.signedIn != null;
  const [down, setDown] = useState(false);
  const [loggedOut, setLoggedOut] = useState(false);
  const { revalidate } = useRevalidator();
  const latest = useRef({ signedIn, revalidate });
  latest.current = { signedIn, revalidate };

  useEffect(() => failWithoutServer(), []);

  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const status = await pingServer();
      // Blocked or limited is not down.
      setDown(status === 0 || status >= 500);
      if (status !== 200) return;
      const didLogOut = await finishLogOut();
      if (!latest.current.signedIn) return;
      const isOut = didLogOut || (await statusOf('/api/pinga/auth')) === 401;
      sessionEnd.known = isOut && !unsaved.any();
      setLoggedOut(isOut && !sessionEnd.known);
      if (sessionEnd.known) latest.current.revalidate();
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
    if (!signedIn) sessionEnd.known = false;
  }, [signedIn]);

  return (
    <>
      {(down || loggedOut) && (
        <div className="page pt-4">
          <Alert tone="error">
            {down ? (
              t('unavailable')
            ) : (
              <>
                {t('loggedOut')} <LogInAgain>{t('header.logIn')}</LogInAgain>
              </>
            )}
          </Alert>
        </div>
      )}
      {signedIn && <LiveNotifications />}
    </>
  );
}

/** Loaded once the page has nothing else to do. */
function LiveNotifications() {
  const [loaded, setLoaded] = useState<{ default: ComponentType } | null>(null);
  useEffect(() => {
    // The next page load tries again.
    const load = () => void import('./live.tsx').then(setLoaded, () => {});
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(load, IDLE_MS);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(load);
    return () => cancelIdleCallback(idle);
  }, []);
  return loaded && <loaded.default />;
}
