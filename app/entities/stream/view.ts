import { ABSENT_SIDES } from '#db/schema/index.ts';
import { type Column, CREATED_AT, type EntityView } from '../entity-view.ts';

const people: Column[] = [
  { name: 'producerId', kind: 'user' },
  { name: 'consumerId', kind: 'user' },
];
const delivered = { name: 'deliveredMs', kind: 'duration' } as const;
const charge = { name: 'charge', kind: 'money' } as const;

export const streamView: EntityView = {
  title: [...people, CREATED_AT],
  titleText: 'stream',
  columns: [CREATED_AT, ...people, delivered, charge, { name: 'endedAt', kind: 'instant' }],
  filters: [
    { name: 'producerId', kind: 'user' },
    { name: 'consumerId', kind: 'user' },
    { name: 'createdAt', kind: 'dates' },
  ],
  fields: [],
  facts: [
    ...people,
    delivered,
    { name: 'offeredMs', kind: 'duration' },
    { name: 'attendedMs', kind: 'duration' },
    { name: 'missedMs', kind: 'duration' },
    { name: 'budgetMs', kind: 'duration' },
    { name: 'absent', kind: 'choice', options: ABSENT_SIDES },
    { name: 'priceMinor', kind: 'money' },
    charge,
    { name: 'currency', kind: 'text' },
    { name: 'bookingId', kind: 'row', section: 'booking' },
    { name: 'requestId', kind: 'rows', section: 'payment' },
    CREATED_AT,
    { name: 'startedAt', kind: 'instant' },
    { name: 'endedAt', kind: 'instant' },
  ],
};
