import { recordAudit } from '#app/audit/record.server.ts';
import { currentRequest } from '#app/platform/request-context.server.ts';
import type { Transaction } from '#db/client.ts';

/**
 * Records in the audit trail that an administrator adds a picture to, or removes it from, an owner other than
 * themselves.
 */
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
