import { CREATED_AT, type EntityView, UPDATED_AT } from '../entity-view.ts';

export const parameterView: EntityView = {
  title: [{ name: 'name', kind: 'text' }],
  columns: [{ name: 'name', kind: 'text' }, { name: 'value', kind: 'text' }, UPDATED_AT],
  filters: [],
  fields: [
    { name: 'name', kind: 'text', hint: 'parameterName' },
    { name: 'value', kind: 'parameter', hint: 'parameterValue', problem: 'parameterValue' },
  ],
  facts: [CREATED_AT, UPDATED_AT],
};
