import { CAMERA_TYPES } from '#protocol/camera.ts';
import { CHANNEL_STATUSES } from '#protocol/channel.ts';
import { LANGUAGE_TABLE } from '#protocol/language-table.ts';
import { LANGUAGES } from '#protocol/languages.ts';
import { QUALITY_CHOICES } from '#protocol/video-quality.ts';
import type { Database } from '../client.ts';
import * as schema from '../schema/index.ts';

const named = <T extends string>(names: readonly T[]) => names.map((name) => ({ name }));

/** The site is offered only in the available languages; the others can be spoken languages of a user. */
const LANGUAGE_ROWS = Object.entries(LANGUAGE_TABLE).map(([code, { name }]) => ({
  code,
  name,
  available: LANGUAGES.some((language) => language === code),
}));

const CURRENCIES = [
  { name: 'EUR', symbol: '€' },
  { name: 'GBP', symbol: '£' },
  { name: 'USD', symbol: '$' },
  { name: 'CNY', symbol: '¥' },
];

/** 33 countries, from Spain to South Africa. */
const COUNTRIES =
  'ES PT FR IT DE GB IE NL BE LU CH AT DK SE NO FI IS PL CZ GR US CA MX AR CL CO PE BR CN JP AU NZ ZA'.split(
    ' ',
  );

const ROLE_NAMES = ['ADMIN', 'PRODUCER'];

const AUTHORITIES = [
  { name: 'ADMINISTER', rolename: 'ADMIN' },
  { name: 'STREAM', rolename: 'PRODUCER' },
  // Allows downloading the ledger.
  { name: 'FINANCE', rolename: 'ADMIN' },
];

/** Inserts missing lookup rows; safe to run at every start. */
export async function seedLookups(db: Database): Promise<void> {
  await db.insert(schema.channelStatus).values(named(CHANNEL_STATUSES)).onConflictDoNothing();
  await db.insert(schema.cameraType).values(named(CAMERA_TYPES)).onConflictDoNothing();
  await db.insert(schema.videoQuality).values(named(QUALITY_CHOICES)).onConflictDoNothing();
  await db.insert(schema.language).values(LANGUAGE_ROWS).onConflictDoNothing();
  await db.insert(schema.currency).values(CURRENCIES).onConflictDoNothing();
  await db.insert(schema.country).values(named(COUNTRIES)).onConflictDoNothing();
  await db.insert(schema.roleName).values(named(ROLE_NAMES)).onConflictDoNothing();
  await db.insert(schema.authority).values(AUTHORITIES).onConflictDoNothing();
}
