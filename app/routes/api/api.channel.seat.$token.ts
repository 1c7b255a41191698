import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { quietly } from '#app/http/answers/quiet.server.ts';
import { refuseCrossSite } from '#app/http/origin.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';
import { requestSeat } from '#app/rooms/seat-requests.server.ts';

const { takeSeat } = ROOM_CALLS;

export const action = byMethod({
  POST: ({ request, params, context }) =>
    quietly(
      request,
      answer(takeSeat, async () => {
        refuseCrossSite(request);
        const wanted = await readJson(request, takeSeat.body);
        return requestSeat(request, context.clientAddress, { token: params.token, ...wanted });
      }),
    ),
});
