import { LocaleLink } from '#app/i18n/locale.tsx';
import { spanIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { chosenPath, type FreeTime } from './next-free.ts';

type FreeTimesProps = {
  free: readonly FreeTime[];
  /** The streamer's; null if they no longer have a profile. */
  urlname: string | null;
  name: string;
  /** The viewer's. */
  timeZone: string;
};

/** Other times of a streamer who has cancelled. */
export function FreeTimes({ free, urlname, name, timeZone }: FreeTimesProps) {
  const { t } = useTranslation('bookings');
  const reader = useReader();
  if (free.length === 0 || !urlname) return null;
  return (
    <section aria-labelledby="free-times" className="grid gap-3">
      <h2 id="free-times" className="text-xl">
        {t('freeTimes.title', { name })}
      </h2>
      <ul className="grid gap-1">
        {free.map((time) => (
          <li key={time.startAt}>
            <LocaleLink
              to={chosenPath(urlname, time, timeZone)}
              className="inline-block py-1.5 text-accent-text underline first-letter:uppercase"
            >
              {spanIn(time.startAt, time.endAt, timeZone, reader)}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
