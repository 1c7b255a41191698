import { and, eq, lte, sql } from 'drizzle-orm';
import { changeRequests } from '#app/marketplace/requests/change-requests.server.ts';
import { payTimeouts } from '#app/marketplace/requests/deadlines.server.ts';
import { refreshPayment } from '#app/payments/holds/intent.server.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { callRequest, payment } from '#db/schema/index.ts';

/** Fails a request that was not paid in time. */
export const requestPayTimeout = defineJob({
  ...payTimeouts,
  async run({ id }) {
    // It may have been paid a moment ago.
    const [found] = await db.select().from(payment).where(eq(payment.requestId, id));
    if (found) await refreshPayment(found);
    // The condition uses the database's clock, so early and repeated jobs change nothing.
    const isDue = and(eq(callRequest.id, id), lte(callRequest.payBy, sql`now()`));
    await inTransaction((tx) => changeRequests(tx, 'PAYING', isDue, { status: 'FAILED' }));
  },
});
