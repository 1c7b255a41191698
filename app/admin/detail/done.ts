/** What has just been done to a row, as in the address: `?done=saved`. */
export const DONE = ['saved', 'created', 'ended'] as const;
export type Done = (typeof DONE)[number];
