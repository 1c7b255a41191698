import { answer, byMethod } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { payoutDashboard } from '#app/payments/payouts/payouts.server.ts';

export const action = byMethod({
  POST: ({ request }) =>
    answer(PAYMENT_CALLS.openPayoutDashboard, async () => ({
      body: { url: await payoutDashboard(await requireViewer(request)) },
    })),
});
