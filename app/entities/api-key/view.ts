import { KEY_SCOPES } from '#protocol/key-scopes.ts';
import { type Column, CREATED_AT, type EntityView, UPDATED_AT } from '../entity-view.ts';

const state: Column[] = [
  { name: 'userId', kind: 'user' },
  { name: 'scopes', kind: 'choices', options: KEY_SCOPES },
  { name: 'lastUsedAt', kind: 'instant' },
  { name: 'revokedAt', kind: 'instant' },
];

export const apiKeyView: EntityView = {
  title: [{ name: 'name', kind: 'text' }],
  columns: [{ name: 'name', kind: 'text' }, { name: 'prefix', kind: 'text' }, ...state, CREATED_AT],
  filters: [
    { name: 'userId', kind: 'user' },
    { name: 'revokedAt', kind: 'filled' },
    { name: 'lastUsedAt', kind: 'dates' },
    { name: 'createdAt', kind: 'dates' },
  ],
  fields: [
    { name: 'revoked', kind: 'boolean', hint: 'revoked' },
    { name: 'perMinute', kind: 'number' },
  ],
  facts: [
    { name: 'prefix', kind: 'text' },
    ...state,
    { name: 'origins', kind: 'text' },
    { name: 'expiresAt', kind: 'instant' },
    CREATED_AT,
    UPDATED_AT,
  ],
  factsFirst: true,
};
