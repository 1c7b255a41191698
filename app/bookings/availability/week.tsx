import { useNavigate } from '@remix-run/react';
import { type PointerEvent, useState } from 'react';
import { weekdayName } from '#app/i18n/calendar.ts';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { zoneName } from '#app/i18n/moments.ts';
import { formatPrice, mainOf } from '#app/i18n/price.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { DAY_MINUTES, timesInWords, WEEKDAYS } from './clock.ts';
import type { OwnRule } from './own-hours.server.ts';
import { Stretch, stretchClass, WeekGrid } from './week-grid.tsx';

type WeekProps = {
  rules: readonly OwnRule[];
  /** The streamer's; hours in another time zone show theirs. */
  timeZone: string;
  gridMinutes: number;
  /** The id of the rule being changed. */
  changed: string | null;
};

/** The hours of a week: a calendar to drag in on wide screens, a list on others. */
export function Week(props: WeekProps) {
  const { t, language } = useTranslation('bookings');
  const { rules } = props;
  if (rules.length === 0) return <Columns {...props} empty={t('week.none')} />;
  return (
    <>
      <Columns {...props} />
      <ul className="divide-y divide-line lg:hidden">
        {WEEKDAYS.map((day) => {
          const hours = rules.filter(({ dayOfWeek }) => dayOfWeek === day);
          return (
            <li key={day} className="grid gap-1 py-3 sm:grid-cols-[8rem_1fr]">
              <h3 className="font-semibold">{weekdayName(day, language)}</h3>
              {hours.length === 0 ? (
                <p className="text-muted">{t('week.closed')}</p>
              ) : (
                <ul>
                  {hours.map((rule) => (
                    <li key={rule.id}>
                      <RuleLink
                        rule={rule}
                        {...props}
                        className="inline-flex min-h-11 items-center underline"
                      />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

type RuleLinkProps = Pick<WeekProps, 'timeZone' | 'changed'> & {
  rule: OwnRule;
  className: string;
};

function RuleLink({ rule, timeZone, changed, className }: RuleLinkProps) {
  const { t, language } = useTranslation('bookings');
  const reader = useReader();
  const price = formatPrice(mainOf(rule.priceMinor, rule.currency), rule.currency, language);
  return (
    <LocaleLink
      to={`/personal/availability?rule=${rule.id}#rule`}
      preventScrollReset
      aria-current={changed === rule.id ? 'true' : undefined}
      className={className}
    >
      <span>
        <span className="sr-only">{weekdayName(rule.dayOfWeek, language)} </span>
        {timesInWords(rule.startMinute, rule.endMinute, reader)}
        <span className="block text-sm lg:text-xs">{t('perMinute', { price })}</span>
        {rule.timeZone !== timeZone && (
          <span className="block text-sm lg:text-xs">{zoneName(rule.timeZone)}</span>
        )}
      </span>
    </LocaleLink>
  );
}

/** The minutes of a day selected by dragging. */
type Drag = { day: number; from: number; to: number };

/** Seven days side by side. Dragging over free time prefills the form, which keyboard users fill in directly. */
function Columns({ rules, timeZone, gridMinutes, changed, empty }: WeekProps & { empty?: string }) {
  const { t, language } = useTranslation('bookings');
  const navigate = useNavigate();
  const localePath = useLocalePath();
  const [drag, setDrag] = useState<Drag | null>(null);

  const minuteAt = (event: PointerEvent<HTMLElement>, round: (slots: number) => number): number => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const minute = ((event.clientY - top) / height) * DAY_MINUTES;
    return Math.max(0, Math.min(DAY_MINUTES, round(minute / gridMinutes) * gridMinutes));
  };
  const onPointerDown = (day: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.target !== event.currentTarget) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = Math.min(minuteAt(event, Math.floor), DAY_MINUTES - gridMinutes);
    setDrag({ day, from, to: from + gridMinutes });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag) return;
    const to = minuteAt(event, Math.ceil);
    if (to !== drag.to) setDrag({ ...drag, to });
  };
  const onPointerUp = () => {
    if (!drag) return;
    setDrag(null);
    const { start, end } = ordered(drag, gridMinutes);
    const query = new URLSearchParams({ day: `${drag.day}`, start: `${start}`, end: `${end}` });
    navigate(`${localePath('/personal/availability')}?${query}#rule`, { preventScrollReset: true });
  };

  return (
    <div className={empty ? 'grid gap-3' : 'hidden gap-3 lg:grid'}>
      <p className="hidden text-sm text-muted lg:block">{t('week.drag')}</p>
      {empty && <p>{empty}</p>}
      <WeekGrid
        days={WEEKDAYS.map((day) => ({
          key: day,
          title: <h3>{weekdayName(day, language, 'short')}</h3>,
          column: {
            'data-day': day,
            onPointerDown: onPointerDown(day),
            onPointerMove,
            onPointerUp,
            onPointerCancel: () => setDrag(null),
          },
          content: (
            <>
              {rules
                .filter(({ dayOfWeek }) => dayOfWeek === day)
                .map((rule) => (
                  <Stretch key={rule.id} start={rule.startMinute} end={rule.endMinute}>
                    <RuleLink rule={rule} timeZone={timeZone} changed={changed} className={stretchClass} />
                  </Stretch>
                ))}
              {drag?.day === day && <Dragged {...ordered(drag, gridMinutes)} />}
            </>
          ),
        }))}
      />
    </div>
  );
}

function ordered({ from, to }: Drag, gridMinutes: number): { start: number; end: number } {
  return to > from
    ? { start: from, end: to }
    : { start: Math.max(0, to - gridMinutes), end: from + gridMinutes };
}

function Dragged({ start, end }: { start: number; end: number }) {
  const reader = useReader();
  return (
    <Stretch start={start} end={end}>
      <p className="mx-1 h-full rounded-md border-2 border-accent bg-ground/80 px-1 text-xs">
        {timesInWords(start, end, reader)}
      </p>
    </Stretch>
  );
}
