import type { LoaderFunctionArgs } from '@remix-run/node';
import { BOOKING_CALLS } from '#app/bookings/api-calls.server.ts';
import { listSlots } from '#app/bookings/availability/slots.server.ts';
import { answer, readParams, readQuery } from '#app/http/answers/answer.server.ts';
import { spendRead } from '#app/http/limits/rate-limits.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';

const { listSlots: call } = BOOKING_CALLS;

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return answer(call, async () => {
    const { id } = readParams(params, call.params);
    const query = readQuery(request, call.query);
    await spendRead(context.clientAddress, query.days);
    return { body: await listSlots(await viewerOf(request), id, query) };
  });
}
