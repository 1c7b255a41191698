import { Temporal } from 'temporal-polyfill';
import type { Audience } from '#app/http/viewers/viewer.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { listSlots } from '../../availability/slots.server.ts';
import { type FreeTime, freeTimes } from './next-free.ts';

/** Free times are searched this far ahead. */
const DAYS = 14;

/** The next free times of a streamer for a booking of the same length; empty if the viewer cannot see the streamer. */
export async function nextFree(
  viewer: Audience,
  { producerId, startAt, endAt }: { producerId: string | null; startAt: Date; endAt: Date },
): Promise<FreeTime[]> {
  if (!producerId) return [];
  const from = Temporal.Now.plainDateISO('UTC').toString();
  const slots = await listSlots(viewer, producerId, { from, days: DAYS, zone: 'UTC' }).catch(
    (error: unknown) => {
      if (error instanceof ProtocolError && error.code === 'NOT_FOUND') return null;
      throw error;
    },
  );
  return slots ? freeTimes(slots, (endAt.getTime() - startAt.getTime()) / 60_000) : [];
}
