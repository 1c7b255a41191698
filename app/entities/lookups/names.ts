/** The names that rows hold, apart from their schemas, for pages that need no zod. */
export const LANGUAGE_NAMES = [
  'ENGLISH',
  'SPANISH',
  'FRENCH',
  'GERMAN',
  'ITALIAN',
  'PORTUGUESE',
  'CHINESE',
  'JAPANESE',
] as const;
export const CURRENCY_NAMES = ['EUR', 'GBP', 'USD', 'CNY'] as const;
export const ROLE_NAMES = ['ADMIN', 'PRODUCER'] as const;
