import { recordAudit } from '#app/audit/record.server.ts';
import type { Transaction } from '#db/client.ts';
import { tellOwner } from '../addresses/owner-notice.server.ts';
import type { AccountNotice } from '../addresses/send-account.email.server.ts';

/** Emails the owner that a second factor was added, removed or used up, and records it in the audit trail. */
export async function noteFactorChange(
  tx: Transaction,
  userId: string,
  change: AccountNotice,
  origin: string,
): Promise<void> {
  await tellOwner(tx, userId, change, origin);
  await recordAudit(tx, {
    action: 'CHANGE_SECOND_FACTOR',
    entity: 'user',
    rowId: userId,
    actorId: userId,
    after: { change },
  });
}
