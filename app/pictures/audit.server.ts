import { recordAudit } from '#app/audit/record.server.ts';
import { currentRequest } from '#app/platform/request-context.server.ts';
import type { Transaction } from '#db/client.ts';

/** Tells the audit trail of a picture that an administrator adds to, or takes from, what is not their own. */
export async function recordPicture(
  tx: Transaction,
  action: 'ADD_PICTURE' | 'REMOVE_PICTURE',
  owner: { entity: string; id: string },
  picture: { alt: string } | 'avatar',
): Promise<void> {
  const viewer = currentRequest()?.viewer;
  if (!viewer?.administers || owner.id === viewer.id) return;
  const told = { picture: picture === 'avatar' ? picture : picture.alt };
  const change = action === 'ADD_PICTURE' ? { after: told } : { before: told };
  await recordAudit(tx, { action, entity: owner.entity, rowId: owner.id, ...change });
}
