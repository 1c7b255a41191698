/**
 * Whether the session is known to have ended elsewhere while the root's data still show a logged-in user. Until those
 * are reloaded, the page's own data may redirect, e.g. to the login page.
 */
export const sessionEnd = { known: false };
