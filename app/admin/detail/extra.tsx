import type { ReactNode } from 'react';
import type { Refusal } from '#app/forms/refusal.ts';
import { AuditEntry } from '../audit/entry.tsx';
import { CancelBooking } from '../booking/cancel.tsx';
import { RoomNotEnded } from '../channel/end-room.tsx';
import { RoomHealth } from '../channel/room-health.tsx';
import { Complaint } from '../complaint/complaint.tsx';
import { Dispute } from '../dispute/dispute.tsx';
import { PaymentApproval } from '../payment/approval.tsx';
import { Refunds } from '../payment/refunds.tsx';
import { AccountAccess } from '../user/access.tsx';
import { AccountRoles } from '../user/account-roles.tsx';
import { RelatedToUser } from '../user/related.tsx';
import type { Extra } from './extras.server.ts';

type ExtraProps = { extra: Extra; refusal: Refusal | undefined };

/** What an entity shows above the form and the facts. */
export function ExtraAbove({ extra, refusal }: ExtraProps) {
  switch (extra.of) {
    case 'subscription':
    case 'user':
      return extra.account && <AccountRoles section={extra.of} account={extra.account} refusal={refusal} />;
    case 'channel':
      return refusal?.form === 'end' && <RoomNotEnded />;
    default:
      return null;
  }
}

/** What an entity shows below them. */
export function ExtraBelow({ extra, refusal }: ExtraProps): ReactNode {
  switch (extra.of) {
    case 'audit':
      return <AuditEntry entry={extra} />;
    case 'booking':
      return <CancelBooking refusal={refusal} />;
    case 'channel':
      return extra.health && <RoomHealth health={extra.health} />;
    case 'complaint':
      return <Complaint complaint={extra} refusal={refusal} />;
    case 'dispute':
      return <Dispute dispute={extra} refusal={refusal} />;
    case 'payment':
      return (
        <>
          {extra.approval && <PaymentApproval approval={extra.approval} refusal={refusal} />}
          {extra.refunds && <Refunds refunds={extra.refunds} refusal={refusal} />}
        </>
      );
    case 'subscription':
      return null;
    case 'user':
      return (
        <>
          {extra.account && (
            <RelatedToUser related={extra.related} username={extra.account.username} refusal={refusal} />
          )}
          <AccountAccess access={extra.access} refusal={refusal} />
        </>
      );
  }
}
