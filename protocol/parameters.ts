import { z } from 'zod';
import { CALL_LONGEST_HOURS } from './limits.ts';
import { POLICY, type PolicyName } from './policy.ts';
import type { Problem } from './problem.ts';

/**
 * Parameters: settings that administrators change while the program runs, stored as text. Lists those that the program
 * reads.
 */

export const NETWORKS = ['twitter', 'facebook', 'youtube', 'instagram', 'vimeo', 'twitch', 'tiktok'] as const;
export type Network = (typeof NETWORKS)[number];

export const STORES = ['android', 'ios'] as const;
export type Store = (typeof STORES)[number];

export type ParameterName =
  | 'site-name'
  | 'site-logo'
  | 'site-colour'
  | 'operator-name'
  | 'operator-address'
  | 'sender-name'
  | 'sender-address'
  | `social-${Network}`
  | `social-${Network}-shown`
  | `store-${Store}`
  | 'call-longest-hours'
  | 'admin-second-factor'
  | 'audit-days'
  | 'quality-days'
  | 'room-days'
  | 'place-days'
  | 'session-days'
  | PolicyName;

export type Parameter = {
  /** Which explanation the administration shows. */
  about:
    | 'siteName'
    | 'siteLogo'
    | 'siteColour'
    | 'operatorName'
    | 'operatorAddress'
    | 'senderName'
    | 'senderAddress'
    | 'network'
    | 'networkShown'
    | 'store'
    | 'callLongest'
    | 'adminSecondFactor'
    | 'auditDays'
    | 'qualityDays'
    | 'roomDays'
    | 'placeDays'
    | 'sessionDays'
    | (typeof POLICY)[PolicyName]['about'];
  kind:
    | 'name'
    | 'lines'
    | 'colour'
    | 'email'
    | 'logo'
    | 'address'
    | 'switch'
    | 'number'
    | 'whole'
    | 'hundredths'
    | 'demand';
  /** The value until an administrator sets one. */
  initial: string;
  /** The bounds of a number. */
  least?: number;
  most?: number;
  unit?: 'percent' | 'days' | 'hours' | 'minutes' | 'times';
};

const network: Parameter = { about: 'network', kind: 'address', initial: '' };
const store: Parameter = { about: 'store', kind: 'address', initial: '' };
const shown: Parameter = { about: 'networkShown', kind: 'switch', initial: 'true' };
const hidden: Parameter = { ...shown, initial: 'false' };

export const PARAMETERS: Readonly<Record<ParameterName, Parameter>> = {
  'site-name': { about: 'siteName', kind: 'name', initial: 'Panocall' },
  'site-logo': { about: 'siteLogo', kind: 'logo', initial: '' },
  'site-colour': { about: 'siteColour', kind: 'colour', initial: '' },
  'operator-name': { about: 'operatorName', kind: 'name', initial: '' },
  'operator-address': { about: 'operatorAddress', kind: 'lines', initial: '' },
  'sender-name': { about: 'senderName', kind: 'name', initial: '' },
  'sender-address': { about: 'senderAddress', kind: 'email', initial: '' },
  'social-twitter': network,
  'social-twitter-shown': shown,
  'social-facebook': network,
  'social-facebook-shown': shown,
  'social-youtube': network,
  'social-youtube-shown': shown,
  'social-instagram': network,
  'social-instagram-shown': hidden,
  'social-vimeo': network,
  'social-vimeo-shown': hidden,
  'social-twitch': network,
  'social-twitch-shown': hidden,
  'social-tiktok': network,
  'social-tiktok-shown': hidden,
  'store-android': store,
  'store-ios': store,
  'call-longest-hours': {
    about: 'callLongest',
    kind: 'number',
    initial: String(CALL_LONGEST_HOURS),
    unit: 'hours',
  },
  'admin-second-factor': { about: 'adminSecondFactor', kind: 'demand', initial: 'production' },
  // The table's trigger keeps entries younger than 90 days.
  'audit-days': { about: 'auditDays', kind: 'number', initial: '400', least: 90, unit: 'days' },
  'quality-days': { about: 'qualityDays', kind: 'number', initial: '30', least: 1, most: 365, unit: 'days' },
  // More than the year covered by the administration's plots.
  'room-days': { about: 'roomDays', kind: 'whole', initial: '400', least: 30, most: 3650, unit: 'days' },
  'place-days': { about: 'placeDays', kind: 'whole', initial: '30', least: 1, most: 365, unit: 'days' },
  // No session lasts longer than 90 days, even if it is used.
  'session-days': { about: 'sessionDays', kind: 'whole', initial: '30', least: 1, most: 90, unit: 'days' },
  ...POLICY,
};

/** Whether a text has no line breaks and no invisible characters, which a header of an email must not have. */
const isOneLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

const kinds: Record<Parameter['kind'], z.ZodType> = {
  name: z.string().max(60).refine(isOneLine),
  lines: z.string().max(500),
  colour: z.union([z.literal(''), z.string().regex(/^#[\da-f]{6}$/i)]),
  email: z.union([z.literal(''), z.email()]),
  /** Key of the picture's files. */
  logo: z.string().regex(/^([\da-f]{32})?$/),
  /** Excludes `javascript:` and other schemes. */
  address: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  switch: z.enum(['true', 'false']),
  number: z.coerce.number().positive(),
  whole: z.string().regex(/^\d{1,6}$/),
  hundredths: z.string().regex(/^\d{1,6}(\.\d{1,2})?$/),
  demand: z.enum(['production', 'always', 'never']),
};

export function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(PARAMETERS, name);
}

export const isPolicyName = (name: string): name is PolicyName => Object.hasOwn(POLICY, name);

/** Whether a parameter accepts a value. Parameters that the program does not read accept any. */
export function takesValue(name: string, value: string): boolean {
  return problemOfValue(name, value) === null;
}

/** Why a parameter does not accept a value; null if it does. */
export function problemOfValue(name: string, value: string): Problem | null {
  if (!isParameterName(name)) return null;
  const { kind, least, most } = PARAMETERS[name];
  if (!kinds[kind].safeParse(value.trim()).success) return { kind: 'format' };
  if (least !== undefined && Number(value) < least) return { kind: 'atLeast', limit: least };
  return most !== undefined && Number(value) > most ? { kind: 'atMost', limit: most } : null;
}
