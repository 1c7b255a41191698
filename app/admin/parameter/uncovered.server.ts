import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { readPolicy } from '#app/marketplace/read-policy.server.ts';
import { termsBy } from '#app/marketplace/terms.ts';
import { db } from '#app/platform/database.server.ts';
import { availabilityException, availabilityRule } from '#db/schema/index.ts';
import { type Uncovered, uncovered } from './stripe-fee.ts';

/** The cheapest booking on offer in each currency whose share for the site is below Stripe's fee. */
export async function uncoveredBookings(): Promise<Uncovered[]> {
  const rules = availabilityRule;
  const extra = availabilityException;
  const cheapest = await db
    .select({
      currency: rules.currency,
      amount: sql<number>`min(${rules.priceMinor} * ${rules.minMinutes})`.mapWith(Number),
    })
    .from(rules)
    .groupBy(rules.currency)
    .unionAll(
      db
        .select({
          currency: sql<string>`${extra.currency}`,
          amount: sql<number>`min(${extra.priceMinor} * ${extra.minMinutes})`.mapWith(Number),
        })
        .from(extra)
        .where(and(eq(extra.kind, 'EXTRA'), isNotNull(extra.currency)))
        .groupBy(extra.currency),
    );
  const { feeBps } = termsBy(await readPolicy(db));
  const least = new Map<string, number>();
  for (const { currency, amount } of cheapest)
    least.set(currency, Math.min(amount, least.get(currency) ?? amount));
  return [...least].flatMap(([currency, amount]) => uncovered(feeBps, currency, amount) ?? []);
}
