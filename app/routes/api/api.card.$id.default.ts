import { cardEntity } from '#app/entities/card/descriptor.server.ts';
import { readRow } from '#app/entities/crud/crud.server.ts';
import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { preferCard } from '#app/payments/cards/cards.server.ts';

const { preferCard: call } = PAYMENT_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, call.params);
      await preferCard(viewer, id);
      return { body: await readRow(cardEntity, viewer, id) };
    }),
});
