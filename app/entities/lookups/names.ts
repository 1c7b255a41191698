import { LANGUAGE_TABLE } from '#protocol/language-table.ts';

/** The names that rows hold, apart from their schemas, for pages that need no zod. */
export const LANGUAGE_NAMES = Object.values(LANGUAGE_TABLE).map(({ name }) => name);
export const CURRENCY_NAMES = ['EUR', 'GBP', 'USD', 'CNY'] as const;
export const ROLE_NAMES = ['ADMIN', 'PRODUCER'] as const;
