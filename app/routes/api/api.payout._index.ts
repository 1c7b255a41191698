import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { currentPayout, startPayout } from '#app/payments/payouts/payouts.server.ts';

const { readPayout, startPayout: start } = PAYMENT_CALLS;

export function loader({ request }: LoaderFunctionArgs) {
  return answer(readPayout, async () => {
    const { payout } = await currentPayout(await requireViewer(request));
    return { body: payout };
  });
}

export const action = byMethod({
  POST: ({ request }) =>
    answer(start, async () => {
      const viewer = await requireViewer(request);
      const { country } = await readBody(request, start.body);
      const page = `${originOf(request)}/personal/payout`;
      return { body: { url: await startPayout(viewer, country, page) } };
    }),
});
