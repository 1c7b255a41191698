import { and, eq, sql } from 'drizzle-orm';
import { canBeDirected } from '#app/entities/user/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { isPayable } from '#app/payments/payouts/payouts.server.ts';
import { stripeMode } from '#app/payments/stripe/client.server.ts';
import { db } from '#app/platform/database.server.ts';
import { availabilityException, availabilityRule, user, userPrice } from '#db/schema/index.ts';
import { FIRST_STEPS, type FirstStep } from './first-steps.tsx';

/** What a streamer still has to do before viewers can find, book and pay them. */
export async function openSteps({ id }: SignedIn): Promise<FirstStep[]> {
  const extra = and(eq(availabilityException.producerId, id), eq(availabilityException.kind, 'EXTRA'));
  const [[own], prices, rules, extras, payable] = await Promise.all([
    db
      .select({
        isDescribed: sql<boolean>`${user.description} is not null and ${canBeDirected}`,
      })
      .from(user)
      .where(eq(user.id, id)),
    db.$count(userPrice, eq(userPrice.userId, id)),
    db.$count(availabilityRule, eq(availabilityRule.producerId, id)),
    db.$count(availabilityException, extra),
    isPayable(id),
  ]);
  const isDone: Record<FirstStep, boolean> = {
    profile: own?.isDescribed === true,
    price: prices > 0,
    hours: rules + extras > 0,
    payout: payable || stripeMode === null,
  };
  return FIRST_STEPS.filter((step) => !isDone[step]);
}
