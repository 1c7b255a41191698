import { isoDayIn } from '#app/i18n/moments.ts';
import type { Slots } from '../../availability/slot-schema.ts';
import { selectionOf } from '../selection.ts';

/** Free times offered at most. */
const MOST = 3;

/** A time at which a streamer can be booked: instants in ms since 1970; `starts` are those of its slots. */
export type FreeTime = { startAt: number; endAt: number; starts: number[] };

/** The path of a streamer's booking page, starting at the day of a free time. @param timeZone the viewer's */
export function bookPath(urlname: string, { startAt }: FreeTime, timeZone: string): string {
  const query = new URLSearchParams({ from: isoDayIn(startAt, timeZone), zone: timeZone });
  return `/user/${urlname}/book?${query}`;
}

/** The same path with that time preselected. */
export function chosenPath(urlname: string, free: FreeTime, timeZone: string): string {
  const chosen = free.starts.map((at) => `&slot=${encodeURIComponent(new Date(at).toISOString())}`);
  return bookPath(urlname, free, timeZone) + chosen.join('');
}

/** The first free times of a given length in minutes, without overlap. */
export function freeTimes(slots: Slots, minutes: number): FreeTime[] {
  const length = Math.ceil(minutes / slots.minutes);
  const found: FreeTime[] = [];
  for (let i = 0; i + length <= slots.slots.length && found.length < MOST; i++) {
    const run = slots.slots.slice(i, i + length);
    const starts = run.map(({ start }) => Date.parse(start));
    const selection = selectionOf({ ...slots, slots: run }, starts);
    if (typeof selection !== 'object') continue;
    const { startAt, endAt } = selection;
    found.push({ startAt, endAt, starts });
    i += length - 1;
  }
  return found;
}
