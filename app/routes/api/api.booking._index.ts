import type { LoaderFunctionArgs } from '@remix-run/node';
import { BOOKING_CALLS } from '#app/bookings/api-calls.server.ts';
import { book } from '#app/bookings/booking/take/book.server.ts';
import { ENTITY_CALLS } from '#app/entities/api-calls.server.ts';
import { bookingEntity } from '#app/entities/booking/descriptor.server.ts';
import { listRows, readRow } from '#app/entities/crud/crud.server.ts';
import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer, viewerOf } from '#app/http/viewers/viewer.server.ts';

const { book: call } = BOOKING_CALLS;

export function loader({ request }: LoaderFunctionArgs) {
  return answer(ENTITY_CALLS.list, async () => ({
    body: await listRows(bookingEntity, await viewerOf(request), new URL(request.url).searchParams),
  }));
}

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const from = { address: context.clientAddress, origin: originOf(request) };
      const id = await book(viewer, await readBody(request, call.body), from);
      return { body: await readRow(bookingEntity, viewer, id) };
    }),
});
