import type { AdminEntity } from '../admin-entity.server.ts';
import { auditExtra } from '../audit/entry.server.ts';
import { bookingExtra } from '../booking/booking.server.ts';
import { channelExtra } from '../channel/channel.server.ts';
import { complaintExtra } from '../complaint/complaint.server.ts';
import { disputeExtra } from '../dispute/dispute.server.ts';
import { paymentExtra } from '../payment/payment.server.ts';
import type { RowExtra } from '../row-extra.ts';
import { subscriptionExtra, userExtra } from '../user/user.server.ts';

/** By entity; the others have none. `extra.tsx` renders them. */
const EXTRAS = {
  audit: auditExtra,
  booking: bookingExtra,
  channel: channelExtra,
  complaint: complaintExtra,
  dispute: disputeExtra,
  payment: paymentExtra,
  subscription: subscriptionExtra,
  user: userExtra,
};

/** What a row's page shows beside the form and the facts; `of` is the entity's name. */
export type Extra = NonNullable<Awaited<ReturnType<(typeof EXTRAS)[keyof typeof EXTRAS]['read']>>>;

const extras: Partial<Record<AdminEntity['name'], RowExtra<Extra>>> = EXTRAS;

export const extraOf = ({ name }: AdminEntity): RowExtra<Extra> | undefined => extras[name];
