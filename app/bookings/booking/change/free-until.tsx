import { momentIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnBooking } from '../own-bookings.server.ts';

const HOUR_MS = 60 * 60_000;

type FreeUntilProps = {
  booking: Pick<OwnBooking, 'startAt' | 'terms' | 'waived' | 'now'>;
  /** The viewer's. */
  timeZone: string;
};

/** Until when a confirmed booking can be moved and cancelled free of charge; nothing after that. */
export function FreeUntil({ booking: { startAt, terms, waived, now }, timeZone }: FreeUntilProps) {
  const { t } = useTranslation('bookings');
  const reader = useReader();
  const until = startAt.getTime() - (terms?.freeHours ?? 0) * HOUR_MS;
  if (!terms || waived || until <= now) return null;
  return <p className="text-muted">{t('move.free', { time: momentIn(until, timeZone, reader) })}</p>;
}
