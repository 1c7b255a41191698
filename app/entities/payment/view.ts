import { PAYMENT_STATUSES } from '#db/schema/index.ts';
import { type Column, CREATED_AT, type EntityView } from '../entity-view.ts';

const status = { name: 'status', kind: 'choice', options: PAYMENT_STATUSES } as const;
const people: Column[] = [
  { name: 'payerId', kind: 'user' },
  { name: 'payeeId', kind: 'user' },
];
const amount = { name: 'amount', kind: 'money' } as const;
const amounts: Column[] = [
  amount,
  { name: 'captured', kind: 'money' },
  { name: 'fee', kind: 'money' },
  { name: 'refunded', kind: 'money' },
];

export const paymentView: EntityView = {
  title: [amount, ...people, CREATED_AT],
  titleText: 'payment',
  columns: [CREATED_AT, status, ...people, ...amounts],
  filters: [
    status,
    { name: 'payerId', kind: 'user' },
    { name: 'payeeId', kind: 'user' },
    { name: 'createdAt', kind: 'dates' },
    { name: 'capturedAt', kind: 'dates' },
  ],
  fields: [],
  facts: [
    status,
    ...people,
    ...amounts,
    { name: 'currency', kind: 'text' },
    { name: 'bookingId', kind: 'row', section: 'booking' },
    { name: 'requestId', kind: 'rows', section: 'stream' },
    { name: 'part', kind: 'number' },
    { name: 'refusal', kind: 'text' },
    CREATED_AT,
    { name: 'captureBefore', kind: 'instant' },
    { name: 'captureAt', kind: 'instant' },
    { name: 'capturedAt', kind: 'instant' },
    { name: 'viaSite', kind: 'boolean' },
    { name: 'transferred', kind: 'money' },
  ],
};
