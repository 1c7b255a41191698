import { BOOKING_CALLS } from '#app/bookings/api-calls.server.ts';
import { enterRoomOf } from '#app/bookings/booking/own/enter.server.ts';
import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { enterBookedRoom: call } = BOOKING_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, call.params);
      return { body: await enterRoomOf(viewer, id) };
    }),
});
