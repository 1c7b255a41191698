import { PAYMENT_STATUSES } from '#db/schema/index.ts';
import { type Column, CREATED_AT, type EntityView } from '../entity-view.ts';

const status = { name: 'status', kind: 'choice', options: PAYMENT_STATUSES } as const;
const people: Column[] = [
  { name: 'payerId', kind: 'user' },
  { name: 'payeeId', kind: 'user' },
];
const amounts: Column[] = [
  { name: 'amount', kind: 'money' },
  { name: 'captured', kind: 'money' },
  { name: 'fee', kind: 'money' },
  { name: 'refunded', kind: 'money' },
];

export const paymentView: EntityView = {
  title: 'id',
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
    { name: 'bookingId', kind: 'text' },
    { name: 'requestId', kind: 'text' },
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
