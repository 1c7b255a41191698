import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer } from '#app/http/answers/answer.server.ts';
import { countRefusals } from '#app/http/limits/rate-limits.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';
import { isCodeOpen } from '#app/rooms/rooms.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { roomCodeSchema } from '#protocol/room-code.ts';

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return answer(ROOM_CALLS.checkCode, () =>
    countRefusals('wrongCode', context.clientAddress, ['CODE_INVALID'], async () => {
      const code = roomCodeSchema.safeParse(params.token);
      const viewer = await viewerOf(request);
      if (!code.success || !(await isCodeOpen(code.data, viewer))) throw new ProtocolError('CODE_INVALID');
      return { body: { token: code.data } };
    }),
  );
}
