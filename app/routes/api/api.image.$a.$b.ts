import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { requireViewer, viewerOf } from '#app/http/viewers/viewer.server.ts';
import { PICTURE_CALLS } from '#app/pictures/api-calls.server.ts';
import {
  addImage,
  imageFieldsSchema,
  listImages,
  requireReadable,
  requireWritable,
} from '#app/pictures/images.server.ts';
import { PICTURE_BYTES } from '#app/pictures/sizes.ts';
import { receiveUpload } from '#app/pictures/upload.server.ts';
import { invalidData } from '#protocol/errors.ts';

const { listImages: list, addImage: add } = PICTURE_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(list, async () => {
    const viewer = await viewerOf(request);
    const owner = readParams(params, list.params);
    await requireReadable(owner, viewer);
    const entities = await listImages(owner);
    return { body: { entities, total: entities.length } };
  });
}

export const action = byMethod({
  POST: ({ request, params, context }) =>
    answer(add, async () => {
      const viewer = await requireViewer(request);
      const owner = readParams(params, add.params);
      await requireWritable(owner, viewer);
      await spend('upload', context.clientAddress);
      const body = await receiveUpload(request, PICTURE_BYTES, viewer.id, ({ file, fields }) => {
        const form = imageFieldsSchema.safeParse({
          alt: fields.get('alt') ?? undefined,
          isSphere: fields.get('isSphere') || undefined,
        });
        if (!form.success) throw invalidData(form.error);
        return addImage(owner, file, form.data);
      });
      return { body };
    }),
});
