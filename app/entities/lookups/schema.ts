import { z } from 'zod';

export const languageName = z.enum([
  'ENGLISH',
  'SPANISH',
  'FRENCH',
  'GERMAN',
  'ITALIAN',
  'PORTUGUESE',
  'CHINESE',
  'JAPANESE',
]);
export const currencyName = z.enum(['EUR', 'GBP', 'USD', 'CNY']);
export const roleNameSchema = z.enum(['ADMIN', 'PRODUCER']);

const name = z.string();

/** Seeded names that other entities' fields may hold. Nobody writes them through the API. */
export const named = { row: z.object({ name }) };
export const authoritySchema = { row: z.object({ name, rolename: roleNameSchema }) };
export const languageSchema = {
  row: z.object({ name: languageName, code: z.string().length(2), available: z.boolean() }),
};
export const currencySchema = { row: z.object({ name: currencyName, symbol: z.string() }) };
