import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer, readQuery } from '#app/http/answers/answer.server.ts';
import { refuseBlockedAddress } from '#app/http/limits/blocked-networks.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { refuseCrossSite } from '#app/http/origin.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';
import { browserKey } from '#app/rooms/browser-key.server.ts';
import { accountOwner, networkOwner } from '#app/rooms/room-owner.server.ts';
import { createRoom } from '#app/rooms/rooms.server.ts';

/**
 * GET /api/channel/ticket → `{token, expiresAt}`: a new room with the requesting browser as its host.
 * Errors: UNAVAILABLE, FULL, TOO_MANY_ROOMS, INVALID_DATA, RATE_LIMITED, FORBIDDEN, CROSS_SITE.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  return answer(ROOM_CALLS.makeRoom, async () => {
    refuseCrossSite(request);
    await refuseBlockedAddress(context.clientAddress);
    const { region } = readQuery(request, ROOM_CALLS.makeRoom.query);
    await spend('ticket', context.clientAddress);
    const viewer = await viewerOf(request);
    const { key, setCookie } = await browserKey(request);
    const owner = viewer ? accountOwner(viewer.id) : networkOwner(context.clientAddress);
    return { body: await createRoom(key, viewer?.id ?? null, owner, region), setCookie };
  });
}
