import type { BOOKING_STATUSES, FREE_CALL_STATUSES, REQUEST_STATUSES } from '#db/schema/index.ts';
import type { BOOKING_OUTCOMES } from '#protocol/settle.ts';
import type { Side } from './call-cost.ts';

type Booking = {
  status: (typeof BOOKING_STATUSES)[number];
  outcome: (typeof BOOKING_OUTCOMES)[number] | null;
  startAt: Date;
  endAt: Date;
};

/** A call that rang: a request to a streamer, or a free call. */
type Rung = {
  status: (typeof REQUEST_STATUSES)[number] | (typeof FREE_CALL_STATUSES)[number];
  side: Side;
  /** It still rings, or goes on. */
  isOpen: boolean;
  /** Whether people met in its room; null if that is not decided yet. */
  hasMet: boolean | null;
};

/**
 * How far a call is. `GOING`: it goes on, or can be gone on with. `SETTLING`: it is over, and what it costs is being
 * worked out. `MISSED`: to the person who was called and did not answer.
 */
export type CallState =
  | Booking['status']
  | NonNullable<Booking['outcome']>
  | Exclude<Rung['status'], 'ACCEPTED'>
  | 'GOING'
  | 'SETTLING'
  | 'MISSED';

/** @param now ms since 1970 */
export function stateOfBooking({ status, outcome, startAt, endAt }: Booking, now: number): CallState {
  if (status !== 'CONFIRMED' || startAt.getTime() > now) return outcome ?? status;
  return outcome ?? (endAt.getTime() > now ? 'GOING' : 'SETTLING');
}

export function stateOfRung({ status, side, isOpen, hasMet }: Rung): CallState {
  if (status === 'ACCEPTED') {
    if (isOpen) return 'GOING';
    return hasMet === null ? 'SETTLING' : hasMet ? 'DELIVERED' : 'BOTH_ABSENT';
  }
  // Its job may be late.
  const ended = status === 'RINGING' && !isOpen ? 'EXPIRED' : status;
  const isMissed = ended === 'EXPIRED' || ended === 'CANCELLED';
  return side === 'producer' && isMissed ? 'MISSED' : ended;
}

const UNDECIDED: readonly CallState[] = ['PAYING', 'WAITING', 'CONFIRMED', 'RINGING', 'GOING', 'SETTLING'];

/** Whether it has been decided what a call in this state costs. */
export const isDecided = (state: CallState): boolean => !UNDECIDED.includes(state);
