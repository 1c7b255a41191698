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
    'review',
    'blog',
    'fragment',
    'subscription',
    'block-address',
  ],
} as const;
const rowId = { name: 'rowId', kind: 'text' } as const;
const address = { name: 'address', kind: 'text' } as const;

export const auditView: EntityView = {
  title: 'action',
  columns: [CREATED_AT, action, { name: 'actorName', kind: 'text' }, entity, rowId, address],
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
    rowId,
  ],
};
