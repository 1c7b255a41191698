import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { answer } from '#app/http/answer.server.ts';
import { requireViewer, viewerOf } from '#app/http/viewer.server.ts';
import { readFile } from '#app/pictures/files.server.ts';
import {
  findImage,
  imageOwnerSchema,
  isForEverybody,
  removeImage,
  requireReadable,
  requireWritable,
} from '#app/pictures/images.server.ts';
import { pictureResponse } from '#app/pictures/response.server.ts';
import { PICTURE_WIDTHS } from '#app/pictures/sizes.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';

const paramsSchema = imageOwnerSchema.extend({ c: z.uuid() });
const querySchema = z.object({
  width: z.coerce.number().pipe(z.literal(PICTURE_WIDTHS)).optional(),
});

/** GET /api/image/:a/:b/:c`?width=320|640|1280|1920|3840` → WebP, not wider than that. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(async () => {
    const viewer = await viewerOf(request);
    const { c: id, ...owner } = pathOf(params);
    const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) throw invalidData(query.error);
    await requireReadable(owner, viewer);
    const { key, name } = await findImage(owner, id, query.data.width ?? null);
    const caching = (await isForEverybody(owner)) ? 'forEver' : 'own';
    return pictureResponse(request, `${key}-${name}`, caching, () => readFile(key, name));
  });
}

/** DELETE → `{}`. Errors: NOT_SIGNED_IN, FORBIDDEN, NOT_FOUND, METHOD_NOT_ALLOWED. */
export function action({ request, params }: ActionFunctionArgs) {
  return answer(async () => {
    const viewer = await requireViewer(request);
    const { c: id, ...owner } = pathOf(params);
    if (request.method !== 'DELETE') throw new ProtocolError('METHOD_NOT_ALLOWED');
    await requireWritable(owner, viewer);
    await removeImage(owner, id);
    return { body: {} };
  });
}

function pathOf(params: LoaderFunctionArgs['params']) {
  const path = paramsSchema.safeParse(params);
  if (!path.success) throw new ProtocolError('NOT_FOUND');
  return path.data;
}
