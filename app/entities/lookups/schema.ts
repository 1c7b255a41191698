import { z } from 'zod';
import { CURRENCY_NAMES, LANGUAGE_NAMES, ROLE_NAMES } from './names.ts';

export const languageName = z.enum(LANGUAGE_NAMES);
export const currencyName = z.enum(CURRENCY_NAMES);
export const roleNameSchema = z.enum(ROLE_NAMES);

const name = z.string();

/** Seeded names that other entities refer to. Read-only in the API. */
export const named = { row: z.object({ name }) };
export const authoritySchema = { row: z.object({ name, rolename: roleNameSchema }) };
export const languageSchema = {
  row: z.object({ name: languageName, code: z.string().length(2), available: z.boolean() }),
};
export const currencySchema = { row: z.object({ name: currencyName, symbol: z.string() }) };
