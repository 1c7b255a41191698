import { complaintEntity } from '#app/entities/complaint/descriptor.server.ts';
import { readRow } from '#app/entities/crud/crud.server.ts';
import { answer, byMethod, readBody, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { decideComplaint } from '#app/payments/complaints/answer.server.ts';

const { decideComplaint: call } = PAYMENT_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, call.params);
      await decideComplaint(viewer, id, await readBody(request, call.body));
      return { body: await readRow(complaintEntity, viewer, id) };
    }),
});
