import { LocaleLink } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import type { ManyBookings } from './many.server.ts';

/** Lists customers who book one streamer unusually often. */
export function Many({ many }: { many: ManyBookings }) {
  const { t } = useLabels();
  if (many.length === 0) return null;
  return (
    <section aria-labelledby="many" className="grid gap-3 pt-8">
      <h2 id="many" className="text-xl">
        {t('many.title')}
      </h2>
      <p className="max-w-prose text-muted">{t('many.text')}</p>
      <ul className="grid gap-1">
        {many.map(({ day, count, streamer, payer }) => (
          <li key={`${day} ${streamer} ${payer}`}>
            <LocaleLink
              to={`/admin/booking?${new URLSearchParams({ producerId: streamer, consumerId: payer })}`}
              className="inline-block py-1.5 underline underline-offset-2 wrap-anywhere"
            >
              {t('many.line', { day, count, streamer, payer })}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
