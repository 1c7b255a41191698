import { answer, byMethod, readJson } from '#app/http/answer.server.ts';
import { refuseCrossSite } from '#app/http/origin.server.ts';
import { countRefusals, spend } from '#app/http/rate-limits.server.ts';
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
      await spend('seat', context.clientAddress);
      const viewer = await viewerOf(request);
      const { seat, rejoin } = await readJson(request, takeSeat.body);
      const { key, setCookie } = await browserKey(request);
      const body = await countRefusals('wrongCode', context.clientAddress, ['CODE_INVALID'], () => {
        const code = roomCodeSchema.safeParse(params.token);
        if (!code.success) throw new ProtocolError('CODE_INVALID');
        return ticketForSeat(code.data, { seat, holder: key, user: viewer?.id ?? null, rejoin });
      });
      return { body, setCookie };
    }),
});
