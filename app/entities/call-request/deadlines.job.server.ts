import { and, eq, lte, sql } from 'drizzle-orm';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { callRequest } from '#db/schema/index.ts';
import { ringTimeouts } from './deadlines.server.ts';
import { changeRequests } from './open-requests.server.ts';

/** Ends a request that was not answered in time. */
export const ringTimeout = defineJob({
  ...ringTimeouts,
  run({ id }) {
    // The database's clock decides: early and repeated jobs change nothing.
    const isDue = and(eq(callRequest.id, id), lte(callRequest.ringUntil, sql`now()`));
    return inTransaction((tx) => changeRequests(tx, 'RINGING', isDue, { status: 'EXPIRED' }));
  },
});
