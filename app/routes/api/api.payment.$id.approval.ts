import { readRow } from '#app/entities/crud/crud.server.ts';
import { paymentEntity } from '#app/entities/payment/descriptor.server.ts';
import { answer, byMethod, readBody, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { decideApproval } from '#app/payments/holds/approval.server.ts';

const { decideApproval: call } = PAYMENT_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, call.params);
      const { decision } = await readBody(request, call.body);
      await decideApproval(viewer, id, decision);
      return { body: await readRow(paymentEntity, viewer, id) };
    }),
});
