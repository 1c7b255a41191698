import { BOOKING_ENDINGS, BOOKING_STATUSES, BOOKING_WAIVERS } from '#db/schema/index.ts';
import { BOOKING_OUTCOMES } from '#protocol/settle.ts';
import { type Column, CREATED_AT, type EntityView } from '../entity-view.ts';

const status = { name: 'status', kind: 'choice', options: BOOKING_STATUSES } as const;
const outcome = { name: 'outcome', kind: 'choice', options: BOOKING_OUTCOMES } as const;
const people: Column[] = [
  { name: 'producerId', kind: 'user' },
  { name: 'consumerId', kind: 'user' },
];
const start = { name: 'startAt', kind: 'instant' } as const;
const amount = { name: 'amount', kind: 'money' } as const;

export const bookingView: EntityView = {
  title: [...people, start],
  titleText: 'booking',
  columns: [start, status, outcome, ...people, amount, CREATED_AT],
  filters: [
    status,
    { name: 'producerId', kind: 'user' },
    { name: 'consumerId', kind: 'user' },
    { name: 'startAt', kind: 'dates' },
  ],
  fields: [],
  facts: [
    status,
    { name: 'ending', kind: 'choice', options: BOOKING_ENDINGS },
    { name: 'endedNote', kind: 'text' },
    outcome,
    ...people,
    start,
    { name: 'endAt', kind: 'instant' },
    amount,
    { name: 'currency', kind: 'text' },
    { name: 'timeZone', kind: 'text' },
    CREATED_AT,
    { name: 'payBy', kind: 'instant' },
    { name: 'confirmBy', kind: 'instant' },
    { name: 'movedFrom', kind: 'row', section: 'booking' },
    { name: 'waived', kind: 'choice', options: BOOKING_WAIVERS },
  ],
};
