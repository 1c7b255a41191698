import Stripe from 'stripe';
import type { Database } from '#db/client.ts';
import { payoutAccount } from '#db/schema/index.ts';

/**
 * Opens a payout account for a streamer in the payment sandbox, as if they had entered all required data.
 * @param keys the web server's, of the sandbox
 * @returns the account: `acct_…`
 */
export async function connectPayouts(
  db: Database,
  { STRIPE_SECRET_KEY, STRIPE_API_PORT }: { STRIPE_SECRET_KEY: string; STRIPE_API_PORT: string },
  userId: string,
): Promise<string> {
  const stripe = new Stripe(STRIPE_SECRET_KEY, {
    host: '127.0.0.1',
    port: Number(STRIPE_API_PORT),
    protocol: 'http',
    telemetry: false,
  });
  const { id } = await stripe.v2.core.accounts.create({
    contact_email: `${userId}@example.org`,
    dashboard: 'express',
    identity: { country: 'es', entity_type: 'individual' },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    metadata: { user: userId },
  });
  const response = await fetch(`http://127.0.0.1:${STRIPE_API_PORT}/_sandbox/account`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ account: id, transfers: 'active', payouts: 'active', due: [] }),
  });
  if (!response.ok) throw new Error(await response.text());
  const ready = { submitted: true, transfers: 'active', payouts: 'active' } as const;
  await db.insert(payoutAccount).values({ userId, country: 'ES', stripeId: id, ...ready });
  return id;
}
