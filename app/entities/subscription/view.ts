import { CREATED_AT, type EntityView, UPDATED_AT } from '../entity-view.ts';
import { LANGUAGE_NAMES } from '../lookups/names.ts';

const language = { name: 'language', kind: 'choice', options: LANGUAGE_NAMES } as const;

export const subscriptionView: EntityView = {
  title: 'email',
  columns: [{ name: 'email', kind: 'text' }, language, CREATED_AT],
  filters: [language, { name: 'createdAt', kind: 'dates' }],
  fields: [{ name: 'email', kind: 'text', type: 'email', problem: 'email' }, language],
  facts: [CREATED_AT, UPDATED_AT],
};
