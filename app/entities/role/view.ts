import { CREATED_AT, type EntityView } from '../entity-view.ts';
import { ROLE_NAMES } from '../lookups/names.ts';

const rolename = { name: 'rolename', kind: 'choice', options: ROLE_NAMES } as const;

export const roleView: EntityView = {
  title: [{ name: 'username', kind: 'text' }],
  columns: [{ name: 'username', kind: 'text' }, rolename, CREATED_AT],
  filters: [rolename, { name: 'userId', kind: 'user' }, { name: 'createdAt', kind: 'dates' }],
  fields: [{ name: 'userId', kind: 'user', hint: 'username' }, rolename],
  facts: [{ name: 'userId', kind: 'user' }, rolename, CREATED_AT],
};
