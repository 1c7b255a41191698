import { BOOKING_CALLS } from '#app/bookings/api-calls.server.ts';
import { cancelAsAdmin } from '#app/bookings/booking/change/admin-cancel.server.ts';
import { bookingEntity } from '#app/entities/booking/descriptor.server.ts';
import { readRow } from '#app/entities/crud/crud.server.ts';
import { answer, byMethod, readBody, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { cancelBookingAsAdmin: call } = BOOKING_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, call.params);
      await cancelAsAdmin(viewer, id, await readBody(request, call.body));
      return { body: await readRow(bookingEntity, viewer, id) };
    }),
});
