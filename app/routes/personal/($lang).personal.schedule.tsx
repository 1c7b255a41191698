import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Temporal } from 'temporal-polyfill';
import { slotsQuery } from '#app/bookings/availability/slot-schema.ts';
import { readSchedule } from '#app/bookings/booking/own/schedule.server.ts';
import { Schedule } from '#app/bookings/booking/own/schedule.tsx';
import { ZoneForm } from '#app/bookings/booking/take/zone-form.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { TIME_ZONES } from '#app/entities/time-zone.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { personalMeta } from '#app/site/personal-meta.ts';

export const handle: PageHandle = { i18n: ['bookings'] };

export const meta = personalMeta('nav.schedule');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const zone = slotsQuery.shape.zone.safeParse(searchParams.get('zone') ?? undefined).data ?? 'UTC';
  const today = Temporal.Now.plainDateISO(zone).toString();
  const from = slotsQuery.shape.from.safeParse(searchParams.get('from') ?? '').data ?? today;
  const first = Temporal.PlainDate.from(from);
  return {
    days: await readSchedule(viewer, first, zone),
    zone,
    zones: TIME_ZONES,
    today,
    from,
    earlier: first.subtract({ weeks: 1 }).toString(),
    later: first.add({ weeks: 1 }).toString(),
  };
}

export default function SchedulePage() {
  const { days, zone, zones, today, from, earlier, later } = useLoaderData<typeof loader>();
  const { t } = useTranslation('bookings');
  const week = (day: string) => `/personal/schedule?${new URLSearchParams({ from: day, zone })}`;
  const weeks = [
    [earlier, t('schedule.earlier')],
    [today, t('schedule.thisWeek')],
    [later, t('schedule.later')],
  ] as const;
  return (
    <div className="grid gap-6">
      <h1 className="text-3xl">{t('schedule.title')}</h1>
      <ZoneForm zone={zone} zones={zones} from={from} />
      <nav aria-label={t('schedule.title')} className="flex flex-wrap gap-3">
        {weeks.map(([day, label]) => (
          <LocaleLink
            key={label}
            to={week(day)}
            preventScrollReset
            className={buttonClass({ variant: 'secondary' })}
          >
            {label}
          </LocaleLink>
        ))}
      </nav>
      <Schedule days={days} timeZone={zone} today={today} />
    </div>
  );
}
