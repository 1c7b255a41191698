import { type ComponentType, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { fetchJson } from '#app/realtime/http.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type Notification, notificationListSchema, notificationSchema } from '#protocol/notification.ts';
import { listenForNotifications } from './line.ts';
import { PlainRinging, type RingingProps } from './plain-ringing.tsx';

type LiveProps = {
  /** Count loaded with the page. */
  unread: number;
  /** Reloads the page's data. */
  onNews(): void;
  /**
   * Loads the card that shows a ringing request on any page. If that fails, the plain notification is shown, and the
   * next request tries again.
   */
  loadRinging(): Promise<{ default: ComponentType<RingingProps> }>;
  /** Aborted when the session is about to end. */
  until: AbortSignal;
};

/** Keeps the page up to date with the viewer's notifications while it is mounted. */
export default function LiveNotifications({ unread, onNews, loadRinging, until }: LiveProps) {
  const [ringing, setRinging] = useState<Notification | null>(null);
  const latest = useRef({ unread, onNews, loadRinging });
  latest.current = { unread, onNews, loadRinging };
  const callPath = ringing?.callPath;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new one for each request, as `lazy` caches a failure
  const Ringing = useMemo(
    () => lazy(() => latest.current.loadRinging().catch(() => ({ default: PlainRinging }))),
    [callPath],
  );

  useEffect(() => {
    const closed = new AbortController();
    const { signal } = closed;
    const close = () => closed.abort();
    until.addEventListener('abort', close);
    const take = (all: readonly Notification[]) => {
      const rings = all.find((told) => told.rings && told.callPath);
      setRinging((shown) => rings ?? all.find((told) => told.id === shown?.id) ?? shown);
    };
    const readAll = async () => {
      const list = await fetchJson('/api/notification', notificationListSchema, { signal });
      take(list.notifications);
      if (list.unread !== latest.current.unread) latest.current.onNews();
    };
    const readOne = async (id: string) => {
      take([await fetchJson(`/api/notification/${id}`, notificationSchema, { signal })]);
      latest.current.onNews();
    };
    const listener = {
      onOpen: () => void readAll().catch(unreadable),
      onTold: (id: string) => void readOne(id).catch(unreadable),
    };
    listenForNotifications(listener, signal);
    return () => {
      until.removeEventListener('abort', close);
      close();
    };
  }, [until]);

  return (
    ringing &&
    callPath && (
      <Suspense fallback={null}>
        <Ringing key={callPath} callPath={callPath} told={ringing} onDone={() => setRinging(null)} />
      </Suspense>
    )
  );
}

/** Ignores a refusal: the notification is read after the next change, or with the next page. */
function unreadable(error: unknown): void {
  if (!(error instanceof ProtocolError)) throw error;
}
