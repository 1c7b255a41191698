import { db } from '#app/platform/database.server.ts';
import { stripeEnvironment } from '#db/schema/index.ts';
import { stripeMode } from './client.server.ts';

/**
 * Ties the database to the kind of Stripe's key that it first met: ids of the sandbox mean nothing to Stripe, and test
 * money must never be mistaken for real money.
 * @throws Error if the database holds another kind's ids
 */
export async function claimStripeMode(): Promise<void> {
  if (!stripeMode) return;
  await db.insert(stripeEnvironment).values({ mode: stripeMode }).onConflictDoNothing();
  const [claimed] = await db.select({ mode: stripeEnvironment.mode }).from(stripeEnvironment);
  if (claimed?.mode !== stripeMode)
    throw new Error(
      `This database belongs to Stripe's ${claimed?.mode} mode, but STRIPE_SECRET_KEY is of ${stripeMode}. Use another database, or the key it was set up with.`,
    );
}
