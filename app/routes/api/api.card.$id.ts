import type { LoaderFunctionArgs } from '@remix-run/node';
import { ENTITY_CALLS } from '#app/entities/api-calls.server.ts';
import { cardEntity } from '#app/entities/card/descriptor.server.ts';
import { readRow } from '#app/entities/crud/crud.server.ts';
import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer, viewerOf } from '#app/http/viewers/viewer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { removeCard } from '#app/payments/cards/cards.server.ts';

const { removeCard: call } = PAYMENT_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(ENTITY_CALLS.read, async () => ({
    body: await readRow(cardEntity, await viewerOf(request), params.id ?? ''),
  }));
}

export const action = byMethod({
  DELETE: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      await removeCard(viewer, readParams(params, call.params).id);
      return { body: {} };
    }),
});
