import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { factorsOf } from './second-factor/factors.server.ts';
import { listPasskeys } from './second-factor/passkeys.server.ts';
import { currentUser } from './sessions/current-user.server.ts';
import { listSessions } from './sessions/sessions.server.ts';
import { findRequest } from './streamer-request.server.ts';

/** The account, its request to become a streamer, and its means to log in. */
export async function accountData(viewer: SignedIn) {
  const { id } = viewer;
  const [account, requestToStream, sessions, passkeys, factors] = await Promise.all([
    currentUser(id),
    findRequest(viewer),
    listSessions(id),
    listPasskeys(id),
    factorsOf(id),
  ]);
  return {
    account,
    requestToStream,
    sessions,
    passkeys,
    authenticatorApp: factors.totp,
    recoveryCodesLeft: factors.recoveryCodes,
  };
}
