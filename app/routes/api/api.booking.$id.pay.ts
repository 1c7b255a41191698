import { BOOKING_CALLS } from '#app/bookings/api-calls.server.ts';
import { pay } from '#app/bookings/booking/pay/pay.server.ts';
import { answer, byMethod, readBody, readParams } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { payBooking: call } = BOOKING_CALLS;

export const action = byMethod({
  POST: ({ request, params, context }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, call.params);
      const { cardId } = await readBody(request, call.body);
      const page = `${originOf(request)}/personal/booking/${id}?done=pay`;
      return { body: { url: await pay(viewer, id, cardId, context.clientAddress, page) } };
    }),
});
