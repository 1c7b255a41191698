import { and, eq, gt, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { callRequest, channel, stream } from '#db/schema/index.ts';
import { REJOIN_MS } from '#protocol/limits.ts';
import { settleRequest } from '#protocol/settle.ts';
import { payForPast } from '../payments/charge.server.ts';
import { enqueueCallMail } from './send-request.email.server.ts';

const HOUR_MS = 60 * 60_000;

/** People may rejoin a call until then, and the media server has written its counts by then. */
const justNow = sql`now() - ${REJOIN_MS} * interval '1 ms'`;

/** SQL condition: the stream's call is over, or must be, even if the media server failed. */
const isOver = or(
  lt(callRequest.endsAt, justNow),
  notExists(
    db
      .select({ one: sql`1` })
      .from(channel)
      .where(and(eq(channel.streamId, stream.id), or(isNull(channel.endedAt), gt(channel.endedAt, justNow)))),
  ),
);

/** Settles requested calls that nobody can rejoin. The lock on the request makes it happen once. */
export const settleStreams = defineJob({
  name: 'stream-settle',
  data: z.object({}),
  schedule: '* * * * *',
  async run() {
    const due = await db
      .select({ requestId: callRequest.id })
      .from(stream)
      .innerJoin(callRequest, eq(callRequest.id, stream.requestId))
      .where(and(isNull(stream.endedAt), isOver));
    for (const { requestId } of due)
      await inTransaction((tx) => settle(tx, requestId)).catch((error: unknown) => {
        // Retried in a minute; the other calls are settled now.
        logger.error({ err: error, request: requestId }, 'a call could not be settled');
      });
  },
});

async function settle(tx: Transaction, requestId: string): Promise<void> {
  // Lock order everywhere: the request, its stream, its payment.
  const [request] = await tx.select().from(callRequest).where(eq(callRequest.id, requestId)).for('update');
  const [row] = await tx
    .select()
    .from(stream)
    .where(and(eq(stream.requestId, requestId), isNull(stream.endedAt)))
    .for('update');
  if (!row || !request) return;
  const chargeAt = Date.now() + request.complaintHours * HOUR_MS;
  const charge = await payForPast(tx, { requestId }, settleRequest(row), chargeAt);
  await tx.update(stream).set({ endedAt: sql`now()`, charge }).where(eq(stream.id, row.id));
  await enqueueCallMail(tx, requestId, charge > 0 ? 'requestOver' : 'requestOverFree');
  await tx
    .update(callRequest)
    .set({ overAt: sql`now()` })
    .where(
      and(eq(callRequest.id, requestId), eq(callRequest.status, 'ACCEPTED'), isNull(callRequest.overAt)),
    );
}
