import type { ActionFunctionArgs } from '@remix-run/node';
import { answer } from '#app/http/answers/answer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { receiveEvent } from '#app/payments/events/events.server.ts';

/** Without rate limits, as in `api.stripe.webhook`. */
export function action({ request }: ActionFunctionArgs) {
  return answer(PAYMENT_CALLS.receiveAccountEvent, async () => {
    await receiveEvent('accounts', request);
    return { body: {} };
  });
}
