import { AUDIT_ACTIONS } from '#app/audit/actions.ts';
import { CREATED_AT, type EntityView } from '../entity-view.ts';

const action = { name: 'action', kind: 'choice', options: AUDIT_ACTIONS } as const;
const entity = {
  name: 'entity',
  kind: 'section',
  options: [
    'user',
    'city',
    'inquiry',
    'parameter',
    'channel',
    'booking',
    'complaint',
    'review',
    'payment',
    'dispute',
    'blog',
    'fragment',
    'subscription',
    'api-key',
    'block-address',
  ],
} as const;
const rowId = { name: 'rowId', kind: 'text' } as const;
const row = { name: 'rowId', kind: 'anyRow' } as const;
const address = { name: 'address', kind: 'text' } as const;

export const auditView: EntityView = {
  title: [action, CREATED_AT],
  titleText: 'audit',
  columns: [CREATED_AT, action, { name: 'actorName', kind: 'text' }, entity, row, address],
  filters: [
    action,
    { name: 'actorId', kind: 'user' },
    entity,
    rowId,
    address,
    { name: 'createdAt', kind: 'dates' },
  ],
  fields: [],
  facts: [
    CREATED_AT,
    { name: 'actorId', kind: 'user' },
    { name: 'actorName', kind: 'text' },
    address,
    entity,
    row,
  ],
};
