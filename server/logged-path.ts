const ROOM_CODE = /(\/(?:room\/host|room\/guest|channel\/check|channel\/seat|channel\/requested)\/)[^/]+/;

/** A request's path for the log, without room codes: a code opens a room. */
export function loggedPath(path: string): string {
  return path.replace(ROOM_CODE, '$1:token');
}
