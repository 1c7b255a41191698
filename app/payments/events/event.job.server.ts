import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { stripeEvent } from '#db/schema/index.ts';
import { refreshCards } from '../cards/cards.server.ts';
import { refreshDispute } from '../disputes/dispute.server.ts';
import { refreshPayment } from '../holds/intent.server.ts';
import { refreshPayout } from '../payouts/payouts.server.ts';
import { refreshRefunds } from '../refunds/refund.job.server.ts';

/** Rereads from Stripe what an event is about. Idempotent, and independent of the order of events. */
export const handleEvent = defineJob({
  name: 'stripe-event',
  data: z.object({ id: z.string() }),
  async run({ id }) {
    const isNew = and(eq(stripeEvent.id, id), isNull(stripeEvent.handledAt));
    const [event] = await db.select().from(stripeEvent).where(isNew);
    if (!event) return;
    const { type, objectId } = event;
    if (objectId?.startsWith('pi_')) {
      await refreshPayment({ intent: objectId });
      await refreshRefunds(objectId);
    }
    if (objectId && type.startsWith('charge.dispute.')) await refreshDispute(objectId);
    if (objectId?.startsWith('cus_')) await refreshCards({ customer: objectId });
    if (type.startsWith('v2.core.account') && objectId) await refreshPayout(objectId);
    await db.update(stripeEvent).set({ handledAt: sql`now()` }).where(eq(stripeEvent.id, id));
  },
});
