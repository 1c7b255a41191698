import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer, byMethod, readParams, readQuery } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { PICTURE_CALLS } from '#app/pictures/api-calls.server.ts';
import {
  findAvatar,
  removeAvatar,
  replaceAvatar,
  requireOwnAvatar,
} from '#app/pictures/avatar/avatars.server.ts';
import { pictureResponse } from '#app/pictures/response.server.ts';
import { AVATAR_BYTES } from '#app/pictures/sizes.ts';
import { receiveUpload } from '#app/pictures/upload.server.ts';

const { readAvatar, replaceAvatar: replace, removeAvatar: remove } = PICTURE_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(readAvatar, async () => {
    const { size, v } = readQuery(request, readAvatar.query);
    const { userId } = readParams(params, readAvatar.params);
    const { key, read } = await findAvatar(userId);
    const caching = key !== null && v === key ? 'forEver' : 'checked';
    return pictureResponse(request, `${key ?? 'default'}-${size}`, caching, () => read(size));
  });
}

export const action = byMethod({
  POST: ({ request, params, context }) =>
    answer(replace, async () => {
      const viewer = await requireViewer(request);
      const { userId } = readParams(params, replace.params);
      await requireOwnAvatar(viewer, userId);
      await spend('upload', context.clientAddress);
      const avatarKey = await receiveUpload(request, AVATAR_BYTES, viewer.id, ({ file }) =>
        replaceAvatar(userId, file),
      );
      return { body: { avatarKey } };
    }),

  DELETE: ({ request, params }) =>
    answer(remove, async () => {
      const viewer = await requireViewer(request);
      const { userId } = readParams(params, remove.params);
      await requireOwnAvatar(viewer, userId);
      await removeAvatar(userId);
      return { body: {} };
    }),
});
