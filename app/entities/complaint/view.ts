import { COMPLAINT_STATUSES } from '#db/schema/index.ts';
import { COMPLAINT_KINDS } from '#protocol/complaint.ts';
import { type Column, CREATED_AT, type EntityView } from '../entity-view.ts';

const status = { name: 'status', kind: 'choice', options: COMPLAINT_STATUSES } as const;
const kind = { name: 'kind', kind: 'choice', options: COMPLAINT_KINDS } as const;
const people: Column[] = [
  { name: 'consumerId', kind: 'user' },
  { name: 'producerId', kind: 'user' },
];
const amounts: Column[] = [
  { name: 'wanted', kind: 'money' },
  { name: 'conceded', kind: 'money' },
  { name: 'decided', kind: 'money' },
];

export const complaintView: EntityView = {
  title: [...people, CREATED_AT],
  titleText: 'complaint',
  columns: [CREATED_AT, status, kind, ...people, ...amounts],
  filters: [status, kind, { name: 'createdAt', kind: 'dates' }],
  fields: [],
  facts: [
    status,
    kind,
    ...people,
    { name: 'charge', kind: 'money' },
    ...amounts,
    { name: 'text', kind: 'multiline' },
    { name: 'answer', kind: 'multiline' },
    { name: 'reason', kind: 'multiline' },
    CREATED_AT,
    { name: 'answeredAt', kind: 'instant' },
    { name: 'decidedAt', kind: 'instant' },
    { name: 'currency', kind: 'text' },
    { name: 'streamId', kind: 'row', section: 'stream' },
  ],
};
