import { db } from '#app/platform/database.server.ts';
import { stripeEnvironment } from '#db/schema/index.ts';
import { stripeMode } from './client.server.ts';

/**
 * Binds the database to the mode of the first Stripe key it meets: sandbox ids mean nothing to Stripe, and test money
 * must never be mistaken for real money.
 * @throws Error if the database belongs to another mode
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
