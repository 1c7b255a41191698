import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { fetchJson } from '#app/realtime/http.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type Notification, notificationListSchema, notificationSchema } from '#protocol/notification.ts';
import { openLine } from './line.ts';

/** Of the card that shows a request that rings, and what becomes of it. */
export type RingingProps = {
  requestId: string;
  /** It needs not be shown any more. */
  onDone(): void;
};

type LiveProps = {
  /** As the page has it. */
  unread: number;
  /** Loads the page's data anew. */
  onNews(): void;
  /** Shows a request that rings, on whatever page; loaded when the first does. */
  Ringing: ComponentType<RingingProps>;
};

/** Keeps the page up to date with what the viewer is told, as long as it is mounted. */
export default function LiveNotifications({ unread, onNews, Ringing }: LiveProps) {
  const [ringing, setRinging] = useState<string | null>(null);
  const latest = useRef({ unread, onNews });
  latest.current = { unread, onNews };

  useEffect(() => {
    const take = (all: readonly Notification[]) => {
      const rings = all.find((told) => told.rings);
      if (rings?.requestId) setRinging(rings.requestId);
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
    ringing && (
      <Suspense fallback={null}>
        <Ringing key={ringing} requestId={ringing} onDone={() => setRinging(null)} />
      </Suspense>
    )
  );
}

/** It is read after the next change, or with the next page. */
function unreadable(error: unknown): void {
  if (!(error instanceof ProtocolError)) throw error;
}
