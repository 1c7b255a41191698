import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { payment } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { paymentSchema } from './schema.ts';
import { paymentView } from './view.ts';

/** SQL condition: the person pays, or is paid and the payment is visible to them. */
export const isPaymentOf = ({ id }: Pick<SignedIn, 'id'>): SQL | undefined =>
  or(
    eq(payment.payerId, id),
    and(eq(payment.payeeId, id), inArray(payment.status, ['HELD', 'CAPTURING', 'CAPTURED', 'UNPAID'])),
  );

export const paymentEntity = defineEntity({
  name: 'payment',
  schema: paymentSchema,
  view: paymentView,
  permissions: { read: { user: 'own', admin: 'any' } },
  table: payment,
  key: payment.id,
  fields: {
    id: payment.id,
    createdAt: payment.createdAt,
    bookingId: payment.bookingId,
    requestId: payment.requestId,
    part: payment.part,
    payerId: payment.payerId,
    payeeId: payment.payeeId,
    status: payment.status,
    currency: payment.currency,
    amount: payment.amount,
    captured: payment.captured,
    fee: payment.fee,
    refunded: payment.refunded,
    refusal: payment.refusal,
    captureBefore: payment.captureBefore,
    captureAt: payment.captureAt,
    capturedAt: payment.capturedAt,
    viaSite: payment.viaSite,
    transferred: sql<
      number | null
    >`case when ${payment.transfer} is not null then ${payment.share} end`.mapWith(payment.share),
  },
  // Why a card was refused is private to its owner.
  privateFields: ['refusal'],
  rows: { own: isPaymentOf, private: ({ id }) => eq(payment.payerId, id) },
  search: [{ user: payment.payerId }, { user: payment.payeeId }],
  filters: ['bookingId', 'requestId', 'status', 'payerId', 'payeeId', 'createdAt', 'capturedAt'],
  sort: ['-createdAt', 'status', 'amount', 'captured', 'capturedAt'],
});
