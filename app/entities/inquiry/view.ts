import { CREATED_AT, type EntityView } from '../entity-view.ts';
import { LANGUAGE_NAMES } from '../lookups/names.ts';
import { inquiryKind } from './schema.ts';

const language = { name: 'language', kind: 'choice', options: LANGUAGE_NAMES } as const;
const kind = { name: 'kind', kind: 'choice', options: inquiryKind.options } as const;

export const inquiryView: EntityView = {
  title: [
    { name: 'email', kind: 'text' },
    { name: 'userId', kind: 'user' },
    { name: 'lastName', kind: 'text' },
    { name: 'firstName', kind: 'text' },
    { name: 'website', kind: 'text' },
  ],
  columns: [
    CREATED_AT,
    kind,
    { name: 'email', kind: 'text' },
    { name: 'userId', kind: 'user' },
    { name: 'lastName', kind: 'text' },
    { name: 'message', kind: 'text' },
    language,
    { name: 'answeredAt', kind: 'instant' },
  ],
  filters: [
    { name: 'answeredAt', kind: 'filled' },
    kind,
    language,
    { name: 'email', kind: 'text' },
    { name: 'createdAt', kind: 'dates' },
  ],
  fields: [
    { name: 'answer', kind: 'multiline', hint: 'answer' },
    { name: 'message', kind: 'multiline' },
    kind,
    language,
    { name: 'firstName', kind: 'text' },
    { name: 'lastName', kind: 'text' },
    { name: 'email', kind: 'text', type: 'email', problem: 'email' },
    { name: 'website', kind: 'text' },
  ],
  facts: [
    { name: 'message', kind: 'multiline' },
    { name: 'userId', kind: 'user' },
    { name: 'channelId', kind: 'row', section: 'channel' },
    { name: 'firstName', kind: 'text' },
    { name: 'lastName', kind: 'text' },
    { name: 'email', kind: 'text' },
    { name: 'website', kind: 'text' },
    CREATED_AT,
    { name: 'answeredAt', kind: 'instant' },
  ],
  factsFirst: true,
};
