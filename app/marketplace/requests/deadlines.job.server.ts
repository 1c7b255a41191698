import { eq } from 'drizzle-orm';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { callRequest, freeCall } from '#db/schema/index.ts';
import { expireOverdue } from './change-requests.server.ts';
import { freeCallTimeouts, ringTimeouts } from './deadlines.server.ts';
import { expireFreeCalls } from './free-calls.server.ts';

/** Expires a request that was not answered in time. */
export const ringTimeout = defineJob({
  ...ringTimeouts,
  // The condition uses the database's clock, so early and repeated jobs change nothing.
  run: ({ id }) => inTransaction((tx) => expireOverdue(tx, eq(callRequest.id, id))),
});

/** The same for a free call. */
export const freeCallTimeout = defineJob({
  ...freeCallTimeouts,
  run: ({ id }) => inTransaction((tx) => expireFreeCalls(tx, eq(freeCall.id, id))),
});
