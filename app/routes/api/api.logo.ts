import { answer, byMethod } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { PICTURE_CALLS } from '#app/pictures/api-calls.server.ts';
import { removeLogo, replaceLogo, requireLogoRight } from '#app/pictures/logo.server.ts';
import { AVATAR_BYTES } from '#app/pictures/sizes.ts';
import { receiveUpload } from '#app/pictures/upload.server.ts';

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(PICTURE_CALLS.replaceLogo, async () => {
      const viewer = await requireViewer(request);
      requireLogoRight(viewer);
      await spend('upload', context.clientAddress);
      const logoKey = await receiveUpload(request, AVATAR_BYTES, viewer.id, ({ file }) => replaceLogo(file));
      return { body: { logoKey } };
    }),

  DELETE: ({ request }) =>
    answer(PICTURE_CALLS.removeLogo, async () => {
      requireLogoRight(await requireViewer(request));
      await removeLogo();
      return { body: {} };
    }),
});
