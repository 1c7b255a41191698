import type { LoaderFunctionArgs } from '@remix-run/node';
import { ENTITY_CALLS } from '#app/entities/api-calls.server.ts';
import { cardEntity } from '#app/entities/card/descriptor.server.ts';
import { listRows } from '#app/entities/crud/crud.server.ts';
import { answer, byMethod } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer, viewerOf } from '#app/http/viewers/viewer.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { startCard } from '#app/payments/cards/cards.server.ts';

export function loader({ request }: LoaderFunctionArgs) {
  return answer(ENTITY_CALLS.list, async () => ({
    body: await listRows(cardEntity, await viewerOf(request), new URL(request.url).searchParams),
  }));
}

export const action = byMethod({
  POST: ({ request }) =>
    answer(PAYMENT_CALLS.startCard, async () => {
      const viewer = await requireViewer(request);
      const page = `${originOf(request)}/personal/payment`;
      return { body: { url: await startCard(viewer, page) } };
    }),
});
