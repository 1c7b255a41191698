import { shortDayIn } from '#app/i18n/moments.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type DayChoiceProps = {
  /** `at`: an instant of the day, in ms since 1970; `free`: how many slots can be booked. */
  days: readonly { name: string; at: number; free: number }[];
  /** A day's name. */
  chosen: string | undefined;
  /** The viewer's. */
  timeZone: string;
  onChoose(name: string): void;
};

/** On phones, the day whose slots are shown. Needs JavaScript; without it all days are. */
export function DayChoice({ days, chosen, timeZone, onChoose }: DayChoiceProps) {
  const { t, language } = useTranslation('bookings');
  return (
    <ul aria-label={t('slots.days')} className="grid grid-cols-4 gap-2 noscript:hidden sm:hidden">
      {days.map(({ name, at, free }) => (
        <li key={name} className="grid">
          <button
            type="button"
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
            className="grid min-h-14 place-content-center rounded-md border border-line-strong px-1 text-center aria-pressed:border-text aria-pressed:bg-text aria-pressed:text-ground"
          >
            <span className="font-semibold first-letter:uppercase">{shortDayIn(at, timeZone, language)}</span>
            <span className="text-sm">{t('slots.free', { count: free })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
