import { CREATED_AT, type EntityView, UPDATED_AT } from '../entity-view.ts';
import { LANGUAGE_NAMES } from '../lookups/names.ts';

const language = { name: 'language', kind: 'choice', options: LANGUAGE_NAMES } as const;

export const blogView: EntityView = {
  title: [{ name: 'title', kind: 'text' }],
  columns: [
    { name: 'title', kind: 'text' },
    { name: 'name', kind: 'text' },
    language,
    { name: 'publishedAt', kind: 'instant' },
    UPDATED_AT,
  ],
  filters: [
    language,
    { name: 'name', kind: 'text' },
    { name: 'publishedAt', kind: 'filled' },
    { name: 'createdAt', kind: 'dates' },
  ],
  fields: [
    { name: 'title', kind: 'text' },
    { name: 'name', kind: 'text', hint: 'slug', problem: 'slug' },
    language,
    { name: 'publishedAt', kind: 'instant', hint: 'publishedAt' },
    { name: 'summary', kind: 'multiline' },
    { name: 'body', kind: 'markdown' },
  ],
  facts: [CREATED_AT, UPDATED_AT],
  loses: 'pictures',
};
