/** Set while a log-out has not reached the server. */
const KEY = 'log-out';

/** Ends the session. @returns whether the server did */
async function endSession(): Promise<boolean> {
  return fetch('/logout', { method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(5_000) }).then(
    // The redirect to the home page, which browsers show without its status.
    ({ type }) => type === 'opaqueredirect',
    () => false,
  );
}

/**
 * Logs out and loads the home page anew, which discards what this tab has of the user: the call and its worker, the
 * log of the console. If the server cannot be reached, the next page that can reach it ends the session.
 * @param home path of the home page
 */
export async function logOut(home: string): Promise<void> {
  sessionStorage.clear();
  if (!(await endSession())) localStorage.setItem(KEY, 'pending');
  window.location.assign(home);
}

/** Ends a session whose log-out did not reach the server. @returns whether it did so now */
export async function finishLogOut(): Promise<boolean> {
  if (localStorage.getItem(KEY) === null || !(await endSession())) return false;
  localStorage.removeItem(KEY);
  return true;
}
