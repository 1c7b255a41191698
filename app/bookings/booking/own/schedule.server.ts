import { Temporal } from 'temporal-polyfill';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { DAY_MINUTES } from '../../availability/clock.ts';
import { bookingsBetween, type OwnBooking } from '../own-bookings.server.ts';

const DAYS = 7;

/** A booking, or the part of it that falls on one day. */
export type ScheduleEntry = Pick<OwnBooking, 'id' | 'side' | 'status' | 'name'> & {
  startAt: Date;
  endAt: Date;
  /** Position in the day: minutes after midnight in the viewer's time zone. The end of a day is 1440. */
  startMinute: number;
  endMinute: number;
};

export type ScheduleDay = { date: string; entries: ScheduleEntry[] };

/** A week of a person's bookings, from Monday, in the time zone `zone`. @param on a day of that week */
export async function readSchedule(
  viewer: SignedIn,
  on: Temporal.PlainDate,
  zone: string,
): Promise<ScheduleDay[]> {
  const monday = on.subtract({ days: on.dayOfWeek - 1 });
  const dates = Array.from({ length: DAYS }, (_, days) => monday.add({ days }));
  const midnights = [...dates, monday.add({ days: DAYS })].map(
    (date) => date.toZonedDateTime(zone).epochMilliseconds,
  );
  const bookings = await bookingsBetween(viewer, midnights[0] ?? 0, midnights[DAYS] ?? 0);
  return dates.map((date, day) => {
    const [from = 0, to = 0] = midnights.slice(day, day + 2);
    const entries = bookings
      .filter(({ startAt, endAt }) => startAt.getTime() < to && endAt.getTime() > from)
      .map(({ id, side, status, name, startAt, endAt }) => {
        const start = Math.max(startAt.getTime(), from);
        const startMinute = clockMinute(start, zone);
        // By duration, so that a clock change within the booking does not distort it.
        const minutes = (Math.min(endAt.getTime(), to) - start) / 60_000;
        const endMinute = Math.min(DAY_MINUTES, startMinute + minutes);
        return { id, side, status, name, startAt, endAt, startMinute, endMinute };
      });
    return { date: date.toString(), entries };
  });
}

function clockMinute(at: number, zone: string): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return hour * 60 + minute;
}
