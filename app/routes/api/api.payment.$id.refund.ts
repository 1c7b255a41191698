import { readRow } from '#app/entities/crud/crud.server.ts';
import { paymentEntity } from '#app/entities/payment/descriptor.server.ts';
import { answer, byMethod, readBody, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { refundPayment } from '#app/payments/refunds/refund.server.ts';

const { refundPayment: call } = PAYMENT_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, call.params);
      await refundPayment(viewer, id, await readBody(request, call.body));
      return { body: await readRow(paymentEntity, viewer, id) };
    }),
});
