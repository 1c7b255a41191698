/** Lengths of slots in minutes: divisors of an hour. */
export const GRID_MINUTES = [5, 10, 15, 20, 30, 60] as const;
