import { CREATED_AT, type EntityView, UPDATED_AT } from '../entity-view.ts';
import { LANGUAGE_NAMES } from '../lookups/names.ts';

const language = { name: 'language', kind: 'choice', options: LANGUAGE_NAMES } as const;

export const fragmentView: EntityView = {
  title: [{ name: 'title', kind: 'text' }],
  columns: [{ name: 'title', kind: 'text' }, { name: 'name', kind: 'text' }, language, UPDATED_AT],
  filters: [language, { name: 'name', kind: 'text' }, { name: 'createdAt', kind: 'dates' }],
  fields: [
    { name: 'title', kind: 'text' },
    { name: 'name', kind: 'text', hint: 'fragmentName', problem: 'slug' },
    language,
    { name: 'body', kind: 'markdown' },
  ],
  facts: [CREATED_AT, UPDATED_AT],
  loses: 'pictures',
};
