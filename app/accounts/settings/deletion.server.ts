import { deleteRow } from '#app/entities/crud/crud.server.ts';
import { userEntity } from '#app/entities/user/rules.server.ts';
import type { SignedIn, Viewer } from '#app/http/viewer.ts';
import { confirmPassword } from '../confirmation.server.ts';

/**
 * Whether the generic API is asked to delete the viewer's own account, which takes `deleteAccount`. PostgreSQL reads
 * ids in any case.
 */
export function isOwnAccount(entity: { name: string }, viewer: Viewer, id: string): viewer is SignedIn {
  return entity.name === userEntity.name && viewer?.id === id.toLowerCase();
}

/**
 * Deletes the user's own account with its sessions, roles, reviews (written and received), favourites, blocks
 * and pictures; their files follow within a minute. Messages and room records are kept, no longer linked to
 * the user.
 * @throws ProtocolError WRONG_CREDENTIALS, RATE_LIMITED; IN_USE for the last administrator
 */
export async function deleteAccount(viewer: SignedIn, password: string): Promise<void> {
  await confirmPassword(viewer, password);
  await deleteRow(userEntity, viewer, viewer.id);
}
