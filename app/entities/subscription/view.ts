import { CREATED_AT, type EntityView, UPDATED_AT } from '../entity-view.ts';
import { LANGUAGE_NAMES } from '../lookups/names.ts';

const language = { name: 'language', kind: 'choice', options: LANGUAGE_NAMES } as const;

const account = { name: 'userId', kind: 'user' } as const;

export const subscriptionView: EntityView = {
  title: [{ name: 'email', kind: 'text' }],
  columns: [{ name: 'email', kind: 'text' }, account, language, CREATED_AT],
  filters: [language, { name: 'createdAt', kind: 'dates' }],
  fields: [{ name: 'email', kind: 'text', type: 'email', problem: 'email' }, language],
  facts: [account, CREATED_AT, UPDATED_AT],
};
