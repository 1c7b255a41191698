/** The action just completed, as in the URL: `?done=saved`. */
export const DONE = ['saved', 'created', 'ended', 'roles'] as const;
export type Done = (typeof DONE)[number];
