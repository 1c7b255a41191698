import { and, eq, sql } from 'drizzle-orm';
import { recordAudit } from '#app/audit/record.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { booking, notification, user } from '#db/schema/index.ts';
import { readPolicy } from '../read-policy.server.ts';
import { strikes } from './deadlines.server.ts';
import { enqueueStrikeMail } from './mails.server.ts';
import { HIDDEN_DAYS, isStrike, strikesOf } from './strikes.server.ts';

/**
 * Emails a streamer about a strike and hides them from the lists for some days if they have too many. Runs after the
 * transaction that causes the strike, as two concurrent ones would not count each other.
 */
export const countStrike = defineJob({
  ...strikes,
  run: ({ id }) =>
    inTransaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(booking)
        .where(and(eq(booking.id, id), isStrike));
      if (!row?.producerId) return;
      const { producerId } = row;
      // Already counted; counting again could hide a streamer whom an administrator has listed again.
      const isTold = and(eq(notification.bookingId, id), eq(notification.kind, 'BOOKING_STRIKE'));
      if ((await tx.$count(notification, isTold)) > 0) return;
      const [{ length: count }, most] = [
        await strikesOf(tx, producerId),
        (await readPolicy(tx))('strikes-hide'),
      ];
      const [streamer] = await tx
        .select({ until: user.hiddenUntil })
        .from(user)
        .where(eq(user.id, producerId));
      const [hidden] =
        count < most
          ? []
          : await tx
              .update(user)
              .set({
                hiddenUntil: sql`now() + ${HIDDEN_DAYS} * interval '1 day'`,
                version: sql`${user.version} + 1`,
                updatedAt: sql`now()`,
              })
              .where(eq(user.id, producerId))
              .returning({ until: user.hiddenUntil });
      if (hidden)
        await recordAudit(tx, {
          ...{ action: 'UPDATE', entity: 'user', rowId: producerId, actorId: null },
          before: { hiddenUntil: streamer?.until ?? null, strikes: null },
          after: { hiddenUntil: hidden.until, strikes: count },
        });
      await enqueueStrikeMail(tx, row, { count, most, until: hidden?.until?.toISOString() });
    }),
});
