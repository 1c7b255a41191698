import type { ActionFunctionArgs } from '@remix-run/node';
import { answer } from '#app/http/answers/answer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { receiveEvent } from '#app/payments/events/events.server.ts';

/**
 * Without the rate limits of `byMethod`: all events come from a few addresses, and their signature proves that Stripe
 * sent them.
 */
export function action({ request }: ActionFunctionArgs) {
  return answer(PAYMENT_CALLS.receivePaymentEvent, async () => {
    await receiveEvent('payments', request);
    return { body: {} };
  });
}
