import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { answer } from '#app/http/answer.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import { requireViewer, viewerOf } from '#app/http/viewer.server.ts';
import {
  addImage,
  IMAGE_BYTES,
  imageFieldsSchema,
  imageOwnerSchema,
  listImages,
  requireReadable,
  requireWritable,
} from '#app/pictures/images.server.ts';
import { readUpload } from '#app/pictures/upload.server.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';

/** GET /api/image/:a/:b → `{entities, total}`: the pictures of a user, blog post or fragment. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(async () => {
    const viewer = await viewerOf(request);
    const owner = ownerOf(params);
    await requireReadable(owner, viewer);
    const entities = await listImages(owner);
    return { body: { entities, total: entities.length } };
  });
}

/**
 * POST (multipart, fields `file` and `alt`) → 201 and the new picture. For one's own gallery; for all else administrators.
 * Errors: NOT_SIGNED_IN, FORBIDDEN, NOT_FOUND, TOO_LARGE, UNSUPPORTED_MEDIA, BAD_MESSAGE, INVALID_DATA, RATE_LIMITED.
 */
export function action({ request, params, context }: ActionFunctionArgs) {
  return answer(async () => {
    const viewer = await requireViewer(request);
    const owner = ownerOf(params);
    if (request.method !== 'POST') throw new ProtocolError('METHOD_NOT_ALLOWED');
    await requireWritable(owner, viewer);
    await spend('upload', context.clientAddress);
    const { file, fields } = await readUpload(request, IMAGE_BYTES);
    const form = imageFieldsSchema.safeParse({ alt: fields.get('alt') ?? undefined });
    if (!form.success) throw invalidData(form.error);
    return { status: 201, body: await addImage(owner, file, form.data.alt) };
  });
}

function ownerOf(params: LoaderFunctionArgs['params']) {
  const owner = imageOwnerSchema.safeParse(params);
  if (!owner.success) throw new ProtocolError('NOT_FOUND');
  return owner.data;
}
