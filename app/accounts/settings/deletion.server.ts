import { deleteRow } from '#app/entities/crud/crud.server.ts';
import { userEntity } from '#app/entities/user/rules.server.ts';
import type { SignedIn } from '#app/http/viewer.ts';
import { confirmPassword } from '../password-change.server.ts';

/**
 * Deletes somebody's own account. What belongs to it goes with it: sessions, roles, reviews by and about them,
 * favourites and blocks, pictures and, a minute later, their files. Messages and records of rooms stay, without a name.
 * @throws ProtocolError WRONG_CREDENTIALS, RATE_LIMITED; IN_USE for the last administrator
 */
export async function deleteAccount(viewer: SignedIn, password: string): Promise<void> {
  await confirmPassword(viewer, password);
  await deleteRow(userEntity, viewer, viewer.id);
}
