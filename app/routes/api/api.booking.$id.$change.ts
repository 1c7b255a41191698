import { BOOKING_CALLS } from '#app/bookings/api-calls.server.ts';
import { changeBooking } from '#app/bookings/booking/change/changes.server.ts';
import { bookingEntity } from '#app/entities/booking/descriptor.server.ts';
import { readRow } from '#app/entities/crud/crud.server.ts';
import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { changeBooking: call } = BOOKING_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id, change } = readParams(params, call.params);
      await changeBooking(viewer, change, id, 0);
      return { body: await readRow(bookingEntity, viewer, id) };
    }),
});
