import { desc, eq } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { refund } from '#db/schema/index.ts';

/** A payment's refunds, latest first. */
export function listRefunds(paymentId: string) {
  const { id, createdAt, amount, reason, status } = refund;
  return db
    .select({ id, createdAt, amount, reason, status })
    .from(refund)
    .where(eq(refund.paymentId, paymentId))
    .orderBy(desc(createdAt));
}
