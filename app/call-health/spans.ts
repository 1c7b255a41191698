/** For how long back numbers of all calls are shown. */
export const SPANS = ['day', 'month', 'year'] as const;
export type Span = (typeof SPANS)[number];
