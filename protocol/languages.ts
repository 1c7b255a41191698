/** The languages that the site is written in, by their codes in URLs. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
