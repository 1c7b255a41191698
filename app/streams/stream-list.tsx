import { LocaleLink } from '#app/i18n/locale.tsx';
import { dateInWords } from '#app/i18n/long-date.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnStream } from './own-streams.server.ts';

/** A person's streams as a streamer, each with its earnings. */
export function StreamList({ streams }: { streams: readonly OwnStream[] }) {
  const { t, language } = useTranslation('streams');
  return (
    <ul className="divide-y divide-line">
      {streams.map(
        ({ id, bookingId, createdAt, startAt, name, deliveredMs, endedAt, isOver, earned, currency }) => (
          <li key={id} className="grid gap-1 py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <LocaleLink
                to={bookingId ? `/personal/booking/${bookingId}` : `/personal/stream/${id}`}
                prefetch="intent"
                className="py-1 underline wrap-anywhere"
              >
                {t('with', { name: name ?? t('gone') })}
              </LocaleLink>
              <span className="font-semibold tabular-nums">
                {endedAt ? formatAmount(earned ?? 0, currency, language) : t(isOver ? 'over' : 'open')}
              </span>
            </p>
            <p className="text-muted tabular-nums">
              {dateInWords(startAt ?? createdAt, language)}
              {` · ${t('delivered', { time: formatSeconds(Math.floor(deliveredMs / 1000)) })}`}
            </p>
          </li>
        ),
      )}
    </ul>
  );
}
