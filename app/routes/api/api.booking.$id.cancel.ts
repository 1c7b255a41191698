import { BOOKING_CALLS } from '#app/bookings/api-calls.server.ts';
import { changeBooking } from '#app/bookings/booking/change/changes.server.ts';
import { bookingEntity } from '#app/entities/booking/descriptor.server.ts';
import { readRow } from '#app/entities/crud/crud.server.ts';
import { answer, byMethod, readJson, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { cancelBooking } = BOOKING_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(cancelBooking, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, cancelBooking.params);
      const { fee } = await readJson(request, cancelBooking.body);
      await changeBooking(viewer, 'cancel', id, fee);
      return { body: await readRow(bookingEntity, viewer, id) };
    }),
});
