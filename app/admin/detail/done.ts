/** The action just completed, as in the URL: `?done=saved`. */
export const DONE = ['saved', 'created', 'ended', 'suspended', 'lifted', 'sessionsEnded'] as const;
export type Done = (typeof DONE)[number];
