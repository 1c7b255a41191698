import { z } from 'zod';
import { CALL_LONGEST_HOURS } from './limits.ts';
import type { Problem } from './problem.ts';

/** Parameters: settings that administrators change while the program runs, as text. These are those it reads. */

export const NETWORKS = ['twitter', 'facebook', 'youtube', 'instagram', 'vimeo', 'twitch', 'tiktok'] as const;
export type Network = (typeof NETWORKS)[number];

export const STORES = ['android', 'ios'] as const;
export type Store = (typeof STORES)[number];

export type ParameterName =
  | `social-${Network}`
  | `social-${Network}-shown`
  | `store-${Store}`
  | 'call-longest-hours'
  | 'admin-second-factor'
  | 'audit-days';

export type Parameter = {
  /** Which explanation the administration shows. */
  about: 'network' | 'networkShown' | 'store' | 'callLongest' | 'adminSecondFactor' | 'auditDays';
  kind: 'address' | 'switch' | 'number' | 'demand';
  /** The value while no administrator has set one. */
  initial: string;
  /** The least that a number may be. */
  least?: number;
};

const network: Parameter = { about: 'network', kind: 'address', initial: '' };
const store: Parameter = { about: 'store', kind: 'address', initial: '' };
const shown: Parameter = { about: 'networkShown', kind: 'switch', initial: 'true' };
const hidden: Parameter = { ...shown, initial: 'false' };

export const PARAMETERS: Readonly<Record<ParameterName, Parameter>> = {
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
  'call-longest-hours': { about: 'callLongest', kind: 'number', initial: String(CALL_LONGEST_HOURS) },
  'admin-second-factor': { about: 'adminSecondFactor', kind: 'demand', initial: 'production' },
  // The table's trigger keeps entries that are younger than 90 days.
  'audit-days': { about: 'auditDays', kind: 'number', initial: '400', least: 90 },
};

const kinds: Record<Parameter['kind'], z.ZodType> = {
  /** Excludes `javascript:` and the like. */
  address: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  switch: z.enum(['true', 'false']),
  number: z.coerce.number().positive(),
  demand: z.enum(['production', 'always', 'never']),
};

export function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(PARAMETERS, name);
}

/** Whether a parameter takes a value. Those that the program does not read take any. */
export function takesValue(name: string, value: string): boolean {
  return problemOfValue(name, value) === null;
}

/** Why a parameter does not take a value; null if it does. */
export function problemOfValue(name: string, value: string): Problem | null {
  if (!isParameterName(name)) return null;
  const { kind, least } = PARAMETERS[name];
  if (!kinds[kind].safeParse(value.trim()).success) return { kind: 'format' };
  return least !== undefined && Number(value) < least ? { kind: 'atLeast', limit: least } : null;
}
