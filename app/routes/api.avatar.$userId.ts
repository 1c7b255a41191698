import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { answer } from '#app/http/answer.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';
import {
  AVATAR_BYTES,
  findAvatar,
  removeAvatar,
  replaceAvatar,
  requireOwnAvatar,
} from '#app/pictures/avatar/avatars.server.ts';
import { pictureResponse } from '#app/pictures/response.server.ts';
import type { AVATAR_SIZES } from '#app/pictures/sizes.ts';
import { readUpload } from '#app/pictures/upload.server.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';

const querySchema = z.object({
  size: z.enum(['xsm', 'sm', 'md', 'lg', 'xlg'] satisfies (keyof typeof AVATAR_SIZES)[]).default('md'),
  /** The avatar's key, which makes the address good for ever. */
  v: z.string().optional(),
});

/** GET /api/avatar/:userId`?size=xsm|sm|md|lg|xlg&v=` → WebP; where they have none, one of ours. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(async () => {
    const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) throw invalidData(query.error);
    const { size, v } = query.data;
    const { key, read } = await findAvatar(userIdOf(params));
    const caching = key !== null && v === key ? 'forEver' : 'checked';
    return pictureResponse(request, `${key ?? 'default'}-${size}`, caching, () => read(size));
  });
}

/**
 * POST (multipart, field `file`) → `{avatarKey}`; DELETE → `{}`. Their owner and administrators.
 * Errors: NOT_SIGNED_IN, FORBIDDEN, NOT_FOUND, TOO_LARGE, UNSUPPORTED_MEDIA, BAD_MESSAGE, INVALID_DATA, RATE_LIMITED.
 */
export function action({ request, params, context }: ActionFunctionArgs) {
  return answer(async () => {
    const viewer = await requireViewer(request);
    const userId = userIdOf(params);
    await requireOwnAvatar(viewer, userId);
    if (request.method === 'DELETE') {
      await removeAvatar(userId);
      return { body: {} };
    }
    if (request.method !== 'POST') throw new ProtocolError('METHOD_NOT_ALLOWED');
    await spend('upload', context.clientAddress);
    const { file } = await readUpload(request, AVATAR_BYTES);
    return { body: { avatarKey: await replaceAvatar(userId, file) } };
  });
}

function userIdOf(params: LoaderFunctionArgs['params']): string {
  const id = z.uuid().safeParse(params.userId);
  if (!id.success) throw new ProtocolError('NOT_FOUND');
  return id.data;
}
