import type { ActionFunctionArgs } from '@remix-run/node';
import { answer } from '#app/http/answers/answer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { receiveEvent } from '#app/payments/events/events.server.ts';

/** Without the limits of `byMethod`: all events come from a few addresses, and the signature says that they are Stripe's. */
export function action({ request }: ActionFunctionArgs) {
  return answer(PAYMENT_CALLS.receivePaymentEvent, async () => {
    await receiveEvent('payments', request);
    return { body: {} };
  });
}
