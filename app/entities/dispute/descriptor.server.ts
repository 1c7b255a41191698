import { sql } from 'drizzle-orm';
import { outer } from '#app/platform/outer.server.ts';
import { dispute, payment } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { disputeSchema } from './schema.ts';
import { disputeView } from './view.ts';

export const disputeEntity = defineEntity({
  name: 'dispute',
  schema: disputeSchema,
  view: disputeView,
  permissions: { read: { admin: 'any' } },
  table: dispute,
  key: dispute.id,
  fields: {
    id: dispute.id,
    createdAt: dispute.createdAt,
    paymentId: dispute.paymentId,
    stripeId: dispute.stripeId,
    amount: dispute.amount,
    currency: sql<string>`(select p.currency from ${payment} p where p.id = ${outer(dispute.paymentId)})`,
    reason: dispute.reason,
    status: dispute.status,
    dueBy: dispute.dueBy,
    reversed: dispute.reversed,
  },
  search: [dispute.stripeId, dispute.reason],
  filters: ['paymentId', 'status', 'dueBy', 'createdAt'],
  sort: ['-createdAt', 'dueBy', 'amount', 'status'],
});
