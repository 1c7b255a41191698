/** Values of `?done=`: the action just completed. */
export const DONE = [
  'saved',
  'merged',
  'created',
  'ended',
  'restored',
  'roles',
  'suspended',
  'lifted',
  'sessionsEnded',
  'refunded',
  'decided',
  'cancelled',
  'approved',
  'answered',
] as const;
export type Done = (typeof DONE)[number];
