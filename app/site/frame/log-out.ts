/** localStorage key, set while a logout has not reached the server; and the window's event when one begins. */
const KEY = 'log-out';

/** @param listener called before the session ends, after which the server refuses the page's requests as its user */
export function onLogOut(listener: () => void): () => void {
  addEventListener(KEY, listener);
  return () => removeEventListener(KEY, listener);
}

/** Ends the session. @returns whether the server confirmed it */
async function endSession(): Promise<boolean> {
  return fetch('/logout', { method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(5_000) }).then(
    // Success is a redirect to the home page, which browsers report without its status.
    ({ type }) => type === 'opaqueredirect',
    () => false,
  );
}

/**
 * Logs out and fully reloads the home page, which discards this tab's data of the user: the call and its worker, the
 * console log. If the server is unreachable, the next page that reaches it ends the session.
 * @param home path of the home page
 */
export async function logOut(home: string): Promise<void> {
  dispatchEvent(new Event(KEY));
  sessionStorage.clear();
  if (!(await endSession())) localStorage.setItem(KEY, 'pending');
  window.location.assign(home);
}

/** Ends a session whose logout did not reach the server. @returns whether it did so now */
export async function finishLogOut(): Promise<boolean> {
  if (localStorage.getItem(KEY) === null || !(await endSession())) return false;
  localStorage.removeItem(KEY);
  return true;
}
