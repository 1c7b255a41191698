import { z } from 'zod';
import {
  type ApiCalls,
  BODY_REFUSALS,
  done,
  type FileAnswer,
  WRITE_REFUSALS,
} from '#app/http/answers/api-call.server.ts';
import { imageFieldsSchema, imageOwnerSchema, imageSchema } from './images.server.ts';
import { AVATAR_SIZES, type AvatarSize, PICTURE_WIDTHS } from './sizes.ts';

const avatarSizes = Object.keys(AVATAR_SIZES).filter((size): size is AvatarSize => size in AVATAR_SIZES);
const userParams = z.object({ userId: z.uuid() });
const imageParams = imageOwnerSchema.extend({ c: z.uuid().meta({ description: "The picture's id" }) });

/** In pixels. */
const width = z.coerce
  .number()
  .pipe(z.literal(PICTURE_WIDTHS))
  .meta({ override: { type: 'integer', enum: [...PICTURE_WIDTHS] } });

const file = z.file().meta({ description: 'JPEG, PNG, WebP or AVIF' });
const picture: FileAnswer = { description: 'The picture', file: 'image/webp' };
const UPLOAD_REFUSALS = [...BODY_REFUSALS, 'TOO_SLOW', 'UNSUPPORTED_MEDIA'] as const;
const RIGHT_REFUSALS = [...WRITE_REFUSALS, 'FORBIDDEN', 'SECOND_FACTOR_DEMANDED'] as const;
const OWNER_REFUSALS = [...RIGHT_REFUSALS, 'NOT_FOUND'] as const;

/** Calls for avatars, galleries and the site's logo. */
export const PICTURE_CALLS = {
  readAvatar: {
    at: 'GET /api/avatar/{userId}',
    tag: 'picture',
    summary: "A user's avatar, or the default one",
    params: userParams,
    query: z.object({
      size: z.enum(avatarSizes).default('md'),
      v: z.string().optional().meta({ description: '`avatarKey`; the response can then be cached for ever' }),
    }),
    answer: picture,
    refuses: ['INVALID_DATA', 'NOT_FOUND'],
  },
  replaceAvatar: {
    at: 'POST /api/avatar/{userId}',
    tag: 'picture',
    summary: 'Replaces an avatar; for its owner and administrators',
    params: userParams,
    form: z.object({ file }),
    answer: { description: 'Avatar replaced', schema: z.object({ avatarKey: z.string() }) },
    refuses: [...OWNER_REFUSALS, ...UPLOAD_REFUSALS],
  },
  removeAvatar: {
    at: 'DELETE /api/avatar/{userId}',
    tag: 'picture',
    summary: 'Removes an avatar; for its owner and administrators',
    params: userParams,
    answer: done('Avatar removed'),
    refuses: OWNER_REFUSALS,
  },
  listImages: {
    at: 'GET /api/image/{a}/{b}',
    tag: 'picture',
    summary: 'The pictures of a user, blog post or fragment, in the order they are shown in',
    params: imageOwnerSchema,
    answer: {
      description: 'The pictures',
      schema: z.object({ entities: z.array(imageSchema), total: z.int() }),
    },
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND'],
  },
  addImage: {
    at: 'POST /api/image/{a}/{b}',
    tag: 'picture',
    summary: 'Adds a picture to your own gallery; administrators can add to any',
    params: imageOwnerSchema,
    form: imageFieldsSchema.extend({ file }),
    answer: { status: 201, description: 'The picture', schema: imageSchema },
    refuses: [...OWNER_REFUSALS, ...UPLOAD_REFUSALS],
  },
  readImage: {
    at: 'GET /api/image/{a}/{b}/{c}',
    tag: 'picture',
    summary: 'A picture, whole or at most as wide as requested',
    params: imageParams,
    query: z.object({ width: width.optional() }),
    answer: picture,
    refuses: ['INVALID_DATA', 'NOT_SIGNED_IN', 'NOT_FOUND'],
  },
  removeImage: {
    at: 'DELETE /api/image/{a}/{b}/{c}',
    tag: 'picture',
    summary: 'Removes a picture; for its owner and administrators',
    params: imageParams,
    answer: done('Picture removed'),
    refuses: OWNER_REFUSALS,
  },
  replaceLogo: {
    at: 'POST /api/logo',
    tag: 'picture',
    summary: "Replaces the site's logo; for administrators",
    form: z.object({ file }),
    answer: { description: 'Logo replaced', schema: z.object({ logoKey: z.string() }) },
    refuses: [...RIGHT_REFUSALS, ...UPLOAD_REFUSALS],
  },
  removeLogo: {
    at: 'DELETE /api/logo',
    tag: 'picture',
    summary: "Removes the site's logo; for administrators",
    answer: done('Logo removed'),
    refuses: RIGHT_REFUSALS,
  },
} satisfies ApiCalls;
