import { useRevalidator } from '@remix-run/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { LogInAgain } from '#app/forms/log-in-again.tsx';
import { unsaved } from '#app/forms/unsaved.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useRootData } from '../root-data.ts';
import { useForgetDone } from './forget-done.ts';
import { failWithoutServer } from './lazy-routes.ts';
import { finishLogOut } from './log-out.ts';
import { HEARTBEAT, statusOf } from './ping.ts';
import { sessionEnd } from './session-end.ts';

/** Interval between checks of an unavailable server. */
const RETRY_MS = 5_000;

/** Delay before checking a failure again: leaving the page fails a request once. */
const AGAIN_MS = 1_000;

/** Delay in browsers without `requestIdleCallback`. */
const IDLE_MS = 2_000;

// Here, as this module is loaded after the page: browsers report it as uncaught when a page is left before it has faded in.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && /transition/i.test(event.reason.message))
    event.preventDefault();
});

async function pingServer(): Promise<number> {
  const status = await statusOf(HEARTBEAT);
  if (status !== 0) return status;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return statusOf(HEARTBEAT);
}

/**
 * Checks the server when a page starts, becomes visible or comes back online, and says so while it is unavailable. If
 * the session has ended elsewhere, reloads the page's data, or says so if that would lose unsaved changes.
 */
export function ServerWatch() {
  const { t } = useTranslation();
  const signedIn = useRootData()?.signedIn != null;
  const [down, setDown] = useState(false);
  const [loggedOut, setLoggedOut] = useState(false);
  const { revalidate } = useRevalidator();
  const latest = useRef({ signedIn, revalidate });
  latest.current = { signedIn, revalidate };
  // Here, as it is not needed before this module is loaded.
  useForgetDone();

  useEffect(() => failWithoutServer(), []);

  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const status = await pingServer();
      // A blocked or rate limited client does not mean that the server is down.
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

/** Loaded once the page is idle. */
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
