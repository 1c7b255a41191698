import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer } from '#app/http/answers/answer.server.ts';
import { quietly } from '#app/http/answers/quiet.server.ts';
import { countRefusals } from '#app/http/limits/rate-limits.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';
import { browserKey } from '#app/rooms/browser-key.server.ts';
import { roomPeople } from '#app/rooms/people.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { roomCodeSchema } from '#protocol/room-code.ts';

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return quietly(
    request,
    answer(ROOM_CALLS.readPeople, () =>
      countRefusals('wrongCode', context.clientAddress, ['CODE_INVALID'], async () => {
        const code = roomCodeSchema.safeParse(params.token);
        if (!code.success) throw new ProtocolError('CODE_INVALID');
        const viewer = await viewerOf(request);
        const { key } = await browserKey(request);
        return { body: await roomPeople(code.data, viewer, key) };
      }),
    ),
  );
}
