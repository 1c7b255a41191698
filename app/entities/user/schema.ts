import { z } from 'zod';
import { LANGUAGE_RECORDS } from '#app/i18n/language-records.ts';
import { CAMERA_TYPES } from '#protocol/camera.ts';
import { controlModesSchema } from '#protocol/control-modes.ts';
import { feesSchema } from '#protocol/errors.ts';
import { editable, email, id, instant, latitude, longitude, slug, text } from '../fields.ts';
import { currencyName, languageName, roleNameSchema } from '../lookups/schema.ts';
import { usesOneScript } from './one-script.ts';

/** The languages of the site and its emails. */
export const siteLanguage = z.enum(LANGUAGE_RECORDS);

/**
 * Marks that no language stacks so: https://www.unicode.org/reports/tr39/#Optional_Detection, the same nonspacing mark
 * twice or more than four.
 */
const STACKED_MARKS = /(\p{Mn})\1|\p{Mn}{5}/u;

/**
 * Letters of one script with their marks, and digits; . _ - after the first character. In the form NFKC: otherwise
 * `𝐚𝐧𝐧𝐚` could pose as `anna`, and an accent typed on its own would be another name.
 */
export const username = z
  .string()
  .trim()
  .normalize('NFKC')
  .min(1, { error: 'Username must not be empty', abort: true })
  .max(40)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u)
  .refine((name) => !STACKED_MARKS.test(name.normalize('NFD')))
  .refine(usesOneScript, { error: 'Username must not mix alphabets' });

const cameraType = z.enum(CAMERA_TYPES);

/** In the currency's main unit, with at most two decimals. */
const price = z.object({
  currency: currencyName,
  perMinute: z.number().min(0.01).max(999_999).multipleOf(0.01),
});

const profile = {
  legalName: text(120).nullable(),
  firstName: text(60).nullable(),
  lastName: text(60).nullable(),
  description: text(2000).nullable(),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  channelCamera: cameraType.nullable(),
  /** Also enforced by a check constraint in the database. */
  controlModes: controlModesSchema,
  padEnabled: z.boolean(),
  languages: z.array(languageName).max(8),
  prices: z.array(price).max(4),
};

/** The owner's password, to confirm deleting the account. Compared with the hash, so no format rules apply. */
export const accountDeletion = z.object({
  password: z.string().max(200),
  fees: feesSchema
    .default([])
    .meta({ description: 'The fees for your bookings, as a refusal with PRICE_CHANGED gives them' }),
});

export const userSchema = {
  row: z.object({
    ...editable,
    ...profile,
    username,
    urlname: z.string(),
    hasAvatar: z.boolean(),
    language: siteLanguage,
    roles: z.array(z.object({ rolename: roleNameSchema })),
    // Visible only to the user and administrators.
    legalName: profile.legalName.optional(),
    latitude: profile.latitude.optional(),
    longitude: profile.longitude.optional(),
    email: z.string().optional(),
    emailVerifiedAt: instant.nullable().optional(),
    blockedUsers: z.array(z.object({ id })).optional(),
    suspendedAt: instant.nullable().optional(),
    suspensionReason: z.string().nullable().optional(),
    hiddenUntil: instant
      .nullable()
      .optional()
      .meta({ description: 'A streamer with too many strikes is in no list until then' }),
  }),
  create: z.object({
    username,
    urlname: slug(60),
    email,
    language: siteLanguage.optional(),
    legalName: profile.legalName.optional(),
    firstName: profile.firstName.optional(),
    lastName: profile.lastName.optional(),
    description: profile.description.optional(),
    latitude: profile.latitude.optional(),
    longitude: profile.longitude.optional(),
    channelCamera: profile.channelCamera.optional(),
    controlModes: profile.controlModes.optional(),
    padEnabled: profile.padEnabled.optional(),
    languages: profile.languages.optional(),
    prices: profile.prices.optional(),
    hiddenUntil: instant.nullable().optional(),
  }),
  deletion: accountDeletion.optional().meta({ description: 'For your own account: your password' }),
  // A new email address must be confirmed first, by the account's own API calls.
  adminOnly: ['email', 'hiddenUntil'],
};
