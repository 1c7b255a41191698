import { type Column, CREATED_AT, type EntityView } from '../entity-view.ts';

const state: Column[] = [
  { name: 'status', kind: 'text' },
  { name: 'reason', kind: 'text' },
  { name: 'dueBy', kind: 'instant' },
];
const amounts: Column[] = [
  { name: 'amount', kind: 'money' },
  { name: 'reversed', kind: 'money' },
];

export const disputeView: EntityView = {
  title: [{ name: 'amount', kind: 'money' }, CREATED_AT],
  titleText: 'dispute',
  columns: [CREATED_AT, ...state, ...amounts],
  filters: [
    { name: 'dueBy', kind: 'dates' },
    { name: 'createdAt', kind: 'dates' },
  ],
  fields: [],
  facts: [
    ...state,
    ...amounts,
    { name: 'currency', kind: 'text' },
    { name: 'stripeId', kind: 'text' },
    { name: 'paymentId', kind: 'row', section: 'payment' },
    CREATED_AT,
  ],
};
