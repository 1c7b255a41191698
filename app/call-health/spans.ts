/** Time spans for which the numbers of all calls are shown. */
export const SPANS = ['day', 'month', 'year'] as const;
export type Span = (typeof SPANS)[number];
