/** Query parameter of the login page: the session had ended when a form was sent, so the form was not saved. */
const LOGGED_OUT = 'loggedOut';

/** Query of the login page after a form was sent without a session. */
export function loggedOut(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query, [LOGGED_OUT, '']]);
}

/**
 * Whether the login page was reached that way.
 * @param address page that a form's response leads to; null if it leads nowhere
 */
export function isLoggedOut(address: string | null): boolean {
  return address !== null && new URLSearchParams(address.split('?')[1]).has(LOGGED_OUT);
}
