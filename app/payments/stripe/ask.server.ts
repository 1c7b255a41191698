import { callStripe } from './client.server.ts';

/** Why Stripe does not accept the key, in Stripe's words; null if it does. */
export async function stripeRefusal(): Promise<string | null> {
  try {
    await callStripe((stripe) => stripe.balance.retrieve());
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
