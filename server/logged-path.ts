const SECRET =
  /(\/(?:room\/host|room\/guest|channel\/check|channel\/seat|channel\/people|channel\/requested|whip|whep|login\/reset|login\/verify|login\/end)\/)[^/]+/;

/** A request's path for the log, with room codes and the tokens of emailed links masked. */
export function loggedPath(path: string): string {
  return path.replace(SECRET, '$1:token');
}
