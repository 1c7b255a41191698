/** Whom a person with an account lets call them for free by their lasting link, `/call/URLNAME`. */
export const FREE_CALLERS = ['EVERYONE', 'FAVOURITES', 'NOBODY'] as const;
export type FreeCallers = (typeof FREE_CALLERS)[number];
