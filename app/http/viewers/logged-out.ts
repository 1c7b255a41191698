/** Query parameter of the log-in page: the session had ended when a form was sent, which was not saved. */
const LOGGED_OUT = 'loggedOut';

/** The query of the log-in page for whoever sends a form without a session. */
export function loggedOut(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query, [LOGGED_OUT, '']]);
}

/** @param address the page that a form's response leads to; null if it leads nowhere */
export function isLoggedOut(address: string | null): boolean {
  return address !== null && new URLSearchParams(address.split('?')[1]).has(LOGGED_OUT);
}
