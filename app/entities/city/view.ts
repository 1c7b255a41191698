import { CREATED_AT, type EntityView, UPDATED_AT } from '../entity-view.ts';

export const cityView: EntityView = {
  title: [{ name: 'name', kind: 'text' }],
  columns: [
    { name: 'name', kind: 'text' },
    { name: 'country', kind: 'country' },
    { name: 'latitude', kind: 'number' },
    { name: 'longitude', kind: 'number' },
    UPDATED_AT,
  ],
  filters: [
    { name: 'country', kind: 'country' },
    { name: 'createdAt', kind: 'dates' },
  ],
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'country', kind: 'country' },
    { name: 'latitude', kind: 'number', hint: 'latitude' },
    { name: 'longitude', kind: 'number', hint: 'longitude' },
  ],
  facts: [CREATED_AT, UPDATED_AT],
};
