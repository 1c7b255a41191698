import { LocaleLink } from '#app/i18n/locale.tsx';
import { shortDay, timeIn, weekdayAndDay } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { Stretch, stretchClass, WeekGrid } from '../../availability/week-grid.tsx';
import type { ScheduleDay, ScheduleEntry } from './schedule.server.ts';

type ScheduleProps = {
  days: readonly ScheduleDay[];
  /** The viewer's. */
  timeZone: string;
  /** `2027-08-02` */
  today: string;
};

/** A week of bookings: a calendar on wide screens, an agenda on others. */
export function Schedule({ days, timeZone, today }: ScheduleProps) {
  const { t, language } = useTranslation('bookings');
  const current = (date: string) => (date === today ? 'date' : undefined);
  return (
    <>
      <WeekGrid
        days={days.map(({ date, entries }) => ({
          key: date,
          title: (
            <h2 aria-current={current(date)} className="aria-[current=date]:text-accent-text">
              {shortDay(date, language)}
            </h2>
          ),
          content: entries.map((entry) => (
            <Stretch key={entry.id} start={entry.startMinute} end={entry.endMinute}>
              <Entry entry={entry} timeZone={timeZone} className={`${stretchClass} ${LOOKS[entry.status]}`} />
            </Stretch>
          )),
        }))}
      />
      <ol className="divide-y divide-line lg:hidden">
        {days.map(({ date, entries }) => (
          <li key={date} className="grid gap-1 py-3 sm:grid-cols-[12rem_1fr]">
            <h2
              aria-current={current(date)}
              className="font-semibold first-letter:uppercase aria-[current=date]:text-accent-text"
            >
              {weekdayAndDay(date, language)}
            </h2>
            {entries.length === 0 ? (
              <p className="text-muted">{t('schedule.free')}</p>
            ) : (
              <ul>
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <Entry
                      entry={entry}
                      timeZone={timeZone}
                      className="inline-flex min-h-11 items-center py-1 no-underline"
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Calendar entries that are not confirmed look hollow. */
const LOOKS: Partial<Record<ScheduleEntry['status'], string>> = {
  WAITING: 'border-2 border-dashed border-accent bg-ground text-text hover:bg-sunken',
};

type EntryProps = { entry: ScheduleEntry; timeZone: string; className: string };

function Entry({ entry: { id, side, status, name, startAt, endAt }, timeZone, className }: EntryProps) {
  const { t } = useTranslation('bookings');
  const reader = useReader();
  const times = [startAt, endAt].map((at) => timeIn(at.getTime(), timeZone, reader)).join('–');
  const person = name ?? t('bookings.gone');
  return (
    <LocaleLink to={`/personal/booking/${id}`} prefetch="intent" className={className}>
      <span className="wrap-anywhere">
        <span className="underline lg:no-underline">{times}</span>
        <span className="block text-sm lg:text-xs">
          {t(side === 'consumer' ? 'bookings.with' : 'bookings.by', { name: person })}
        </span>
        {status === 'WAITING' && <span className="block text-sm lg:text-xs">{t('bookings.WAITING')}</span>}
      </span>
    </LocaleLink>
  );
}
