import { answerAsCounted } from '#app/admin/dispute/dispute.server.ts';
import { readRow } from '#app/entities/crud/crud.server.ts';
import { disputeEntity } from '#app/entities/dispute/descriptor.server.ts';
import { answer, byMethod, readBody, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';

const { answerDispute: call } = PAYMENT_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, call.params);
      await answerAsCounted(viewer, id, await readBody(request, call.body));
      return { body: await readRow(disputeEntity, viewer, id) };
    }),
});
