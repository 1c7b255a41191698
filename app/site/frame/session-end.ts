/**
 * Whether the session is known to have ended elsewhere while the root's data still show someone logged in. The page's own
 * data may lead to another page meanwhile, e.g. to log in.
 */
export const sessionEnd = { known: false };
