import { answer, byMethod, readJson } from '#app/http/answer.server.ts';
import { refuseCrossSite } from '#app/http/origin.server.ts';
import { refuseIfSpent, spend } from '#app/http/rate-limits.server.ts';
import { viewerOf } from '#app/http/viewer.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';
import { browserKey } from '#app/rooms/browser-key.server.ts';
import { ticketForSeat } from '#app/rooms/rooms.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { roomCodeSchema } from '#protocol/room-code.ts';

const { takeSeat } = ROOM_CALLS;

export const action = byMethod({
  POST: ({ request, params, context }) =>
    answer(takeSeat, async () => {
      refuseCrossSite(request);
      await refuseIfSpent('wrongCode', context.clientAddress);
      await spend('seat', context.clientAddress);
      const { seat } = await readJson(request, takeSeat.body);
      const viewer = await viewerOf(request);
      const { key, setCookie } = await browserKey(request);
      try {
        const code = roomCodeSchema.safeParse(params.token);
        if (!code.success) throw new ProtocolError('CODE_INVALID');
        return { body: await ticketForSeat(code.data, seat, key, viewer?.id ?? null), setCookie };
      } catch (error) {
        if (error instanceof ProtocolError && error.code === 'CODE_INVALID') {
          await spend('wrongCode', context.clientAddress);
        }
        throw error;
      }
    }),
});
