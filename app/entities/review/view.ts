import { CREATED_AT, type EntityView, UPDATED_AT } from '../entity-view.ts';

export const reviewView: EntityView = {
  title: [
    { name: 'author', kind: 'text' },
    { name: 'producerId', kind: 'user' },
  ],
  titleText: 'review',
  columns: [
    CREATED_AT,
    { name: 'author', kind: 'text' },
    { name: 'producerId', kind: 'user' },
    { name: 'rating', kind: 'number' },
    { name: 'text', kind: 'text' },
  ],
  filters: [
    { name: 'producerId', kind: 'user' },
    { name: 'authorId', kind: 'user' },
    { name: 'createdAt', kind: 'dates' },
  ],
  fields: [
    { name: 'producerId', kind: 'user' },
    { name: 'rating', kind: 'number', hint: 'rating' },
    { name: 'text', kind: 'multiline' },
  ],
  facts: [{ name: 'authorId', kind: 'user' }, { name: 'producerId', kind: 'user' }, CREATED_AT, UPDATED_AT],
};
