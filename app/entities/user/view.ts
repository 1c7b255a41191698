import { LANGUAGE_RECORDS } from '#app/i18n/language-records.ts';
import { CAMERA_TYPES } from '#protocol/camera.ts';
import { controlModeSchema } from '#protocol/control-modes.ts';
import { CREATED_AT, type EntityView, UPDATED_AT } from '../entity-view.ts';
import { CURRENCY_NAMES, LANGUAGE_NAMES, ROLE_NAMES } from '../lookups/names.ts';

const language = { name: 'language', kind: 'choice', options: LANGUAGE_RECORDS } as const;
const camera = { name: 'channelCamera', kind: 'choice', options: CAMERA_TYPES } as const;
const verified = { name: 'emailVerifiedAt', kind: 'instant' } as const;
const suspended = { name: 'suspendedAt', kind: 'instant' } as const;
const roles = { name: 'roles', kind: 'choices', options: ROLE_NAMES } as const;

export const userView: EntityView = {
  title: [{ name: 'username', kind: 'text' }],
  columns: [
    { name: 'username', kind: 'text' },
    { name: 'email', kind: 'text' },
    verified,
    roles,
    language,
    CREATED_AT,
  ],
  filters: [
    { name: 'rolename', kind: 'choice', options: ROLE_NAMES },
    { name: 'suspendedAt', kind: 'filled' },
    { name: 'email', kind: 'text' },
    language,
    camera,
    { name: 'padEnabled', kind: 'boolean' },
    { name: 'hiddenUntil', kind: 'filled' },
    { name: 'createdAt', kind: 'dates' },
  ],
  fields: [
    { name: 'username', kind: 'text', problem: 'username' },
    { name: 'urlname', kind: 'text', hint: 'slug', problem: 'slug' },
    { name: 'email', kind: 'text', type: 'email', problem: 'email' },
    language,
    { name: 'firstName', kind: 'text' },
    { name: 'lastName', kind: 'text' },
    { name: 'legalName', kind: 'text' },
    { name: 'description', kind: 'multiline' },
    { name: 'latitude', kind: 'number', hint: 'latitude' },
    { name: 'longitude', kind: 'number', hint: 'longitude' },
    camera,
    { name: 'controlModes', kind: 'choices', options: controlModeSchema.options },
    { name: 'padEnabled', kind: 'boolean' },
    { name: 'languages', kind: 'choices', options: LANGUAGE_NAMES },
    { name: 'prices', kind: 'prices', currencies: CURRENCY_NAMES },
    { name: 'hiddenUntil', kind: 'instant', hint: 'hiddenUntil' },
  ],
  facts: [roles, verified, CREATED_AT, UPDATED_AT, suspended],
  loses: 'row',
};
