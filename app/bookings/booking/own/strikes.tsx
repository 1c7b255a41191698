import { Alert } from '#app/components/ui/alert.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { momentIn, spanIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnStrikes } from './own-strikes.server.ts';

type StrikesProps = OwnStrikes & {
  /** The viewer's. */
  timeZone: string;
};

/** The bookings that a streamer has recently cancelled or missed, and the consequences. */
export function Strikes({ strikes, most, hiddenUntil, timeZone }: StrikesProps) {
  const { t } = useTranslation('bookings');
  const reader = useReader();
  if (strikes.length === 0 && !hiddenUntil) return null;
  return (
    <section aria-labelledby="strikes" className="grid gap-3 py-8">
      <h2 id="strikes" className="text-xl">
        {t('strikes.title')}
      </h2>
      {hiddenUntil && (
        <Alert tone="info">
          {t('strikes.hidden', { time: momentIn(hiddenUntil.getTime(), timeZone, reader) })}
        </Alert>
      )}
      {strikes.length > 0 && <p>{t('strikes.text', { count: strikes.length, most })}</p>}
      <ul className="grid gap-1">
        {strikes.map(({ id, startAt, endAt, outcome }) => (
          <li key={id}>
            <LocaleLink to={`/personal/booking/${id}`} className="inline-block py-1.5 underline">
              {t(outcome ? 'strikes.missed' : 'strikes.cancelled', {
                when: spanIn(startAt.getTime(), endAt.getTime(), timeZone, reader),
              })}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
