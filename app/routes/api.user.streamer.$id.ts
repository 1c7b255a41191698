import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { answer } from '#app/http/answer.server.ts';
import { viewerOf } from '#app/http/viewer.server.ts';
import { findStreamer } from '#app/people/streamers/streamers.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** GET /api/user/streamer/:id → what everybody may know of a streamer who is valid for display to the viewer. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(async () => {
    const viewer = await viewerOf(request);
    const id = z.uuid().safeParse(params.id);
    if (!id.success) throw new ProtocolError('NOT_FOUND');
    return { body: await findStreamer(viewer, id.data) };
  });
}
