import { type ComponentType, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { fetchJson } from '#app/realtime/http.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type Notification, notificationListSchema, notificationSchema } from '#protocol/notification.ts';
import { openLine } from './line.ts';
import { PlainRinging, type RingingProps } from './plain-ringing.tsx';

type LiveProps = {
  /** As the page has it. */
  unread: number;
  /** Loads the page's data anew. */
  onNews(): void;
  /**
   * Loads what shows a request that rings, on whatever page. Where that fails, what was told is shown as it is, and the
   * next request tries again.
   */
  loadRinging(): Promise<{ default: ComponentType<RingingProps> }>;
};

/** Keeps the page up to date with what the viewer is told, as long as it is mounted. */
export default function LiveNotifications({ unread, onNews, loadRinging }: LiveProps) {
  const [ringing, setRinging] = useState<Notification | null>(null);
  const latest = useRef({ unread, onNews, loadRinging });
  latest.current = { unread, onNews, loadRinging };
  const requestId = ringing?.requestId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each request, as `lazy` keeps what failed
  const Ringing = useMemo(
    () => lazy(() => latest.current.loadRinging().catch(() => ({ default: PlainRinging }))),
    [requestId],
  );

  useEffect(() => {
    const take = (all: readonly Notification[]) => {
      const rings = all.find((told) => told.rings && told.requestId);
      setRinging((shown) => rings ?? all.find((told) => told.id === shown?.id) ?? shown);
    };
    const readAll = async () => {
      const list = await fetchJson('/api/notification', notificationListSchema);
      take(list.notifications);
      if (list.unread !== latest.current.unread) latest.current.onNews();
    };
    const readOne = async (id: string) => {
      take([await fetchJson(`/api/notification/${id}`, notificationSchema)]);
      latest.current.onNews();
    };
    return openLine({
      onOpen: () => void readAll().catch(unreadable),
      onTold: (id) => void readOne(id).catch(unreadable),
    });
  }, []);

  return (
    ringing &&
    requestId && (
      <Suspense fallback={null}>
        <Ringing key={requestId} requestId={requestId} told={ringing} onDone={() => setRinging(null)} />
      </Suspense>
    )
  );
}

/** It is read after the next change, or with the next page. */
function unreadable(error: unknown): void {
  if (!(error instanceof ProtocolError)) throw error;
}
