import { LANGUAGE_TABLE } from '#protocol/language-table.ts';

/** The names of lookup rows, separate from their schemas so that pages can import them without zod. */
export const LANGUAGE_NAMES = Object.values(LANGUAGE_TABLE).map(({ name }) => name);
export const CURRENCY_NAMES = ['EUR', 'GBP', 'USD', 'CNY'] as const;
export const ROLE_NAMES = ['ADMIN', 'PRODUCER'] as const;
