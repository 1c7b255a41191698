import { CREATED_AT, type EntityView, UPDATED_AT } from '../entity-view.ts';

export const blockAddressView: EntityView = {
  title: [{ name: 'address', kind: 'text' }],
  columns: [{ name: 'address', kind: 'text' }, { name: 'reason', kind: 'text' }, CREATED_AT],
  filters: [],
  fields: [
    { name: 'address', kind: 'text', hint: 'address', problem: 'address' },
    { name: 'reason', kind: 'text' },
  ],
  facts: [CREATED_AT, UPDATED_AT],
};
