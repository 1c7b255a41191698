import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer, byMethod, readParams, readQuery } from '#app/http/answers/answer.server.ts';
import { requireViewer, viewerOf } from '#app/http/viewers/viewer.server.ts';
import { PICTURE_CALLS } from '#app/pictures/api-calls.server.ts';
import { readFile } from '#app/pictures/files.server.ts';
import {
  findImage,
  isForEverybody,
  removeImage,
  requireReadable,
  requireWritable,
} from '#app/pictures/images.server.ts';
import { pictureResponse } from '#app/pictures/response.server.ts';

const { readImage, removeImage: remove } = PICTURE_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(readImage, async () => {
    const viewer = await viewerOf(request);
    const { c: id, ...owner } = readParams(params, readImage.params);
    const { width = null } = readQuery(request, readImage.query);
    await requireReadable(owner, viewer);
    const { key, name } = await findImage(owner, id, width);
    const caching = (await isForEverybody(owner)) ? 'forEver' : 'own';
    return pictureResponse(request, `${key}-${name}`, caching, () => readFile(key, name));
  });
}

export const action = byMethod({
  DELETE: ({ request, params }) =>
    answer(remove, async () => {
      const viewer = await requireViewer(request);
      const { c: id, ...owner } = readParams(params, remove.params);
      await requireWritable(owner, viewer);
      await removeImage(owner, id);
      return { body: {} };
    }),
});
