const SECRET =
  /(\/(?:room\/host|room\/guest|channel\/check|channel\/seat|channel\/requested|login\/reset|login\/verify)\/)[^/]+/;

/** A request's path for the log, without what opens a room or an account: its code, or the token of a link in a mail. */
export function loggedPath(path: string): string {
  return path.replace(SECRET, '$1:token');
}
