import { z } from 'zod';
import { id, instant } from '#app/entities/fields.ts';
import {
  answers,
  content,
  done,
  type Json,
  type Operation,
  parameter,
  refusals,
  uuid,
  word,
} from '#app/http/api-call.server.ts';
import { ALT_LENGTH } from '#db/schema/lengths.ts';
import { AVATAR_SIZES, PICTURE_WIDTHS } from './sizes.ts';

const imageSchema = z.object({
  id,
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  size: z.int(),
  url: z.string(),
  widths: z.array(z.int()),
  createdAt: instant,
});

const owner = [
  parameter('a', 'path', { enum: ['user', 'blog', 'fragment'] }),
  parameter('b', 'path', { ...uuid, description: 'Its id' }),
];
const image = [...owner, parameter('c', 'path', { ...uuid, description: 'The picture’s id' })];
const user = parameter('userId', 'path', uuid);

const picture: Json = { description: 'The picture', content: content({}, 'image/webp') };
const UNCHANGED: Json = { description: 'The browser has it' };
const form = (fields: Record<string, Json>): Json => {
  const file = { ...word, description: 'JPEG, PNG, WebP or AVIF' };
  const schema = { type: 'object', required: ['file'], properties: { file, ...fields } };
  return { required: true, content: content(schema, 'multipart/form-data') };
};

/** Avatars and galleries. */
export const PICTURE_CALLS: Record<string, Record<string, Operation>> = {
  '/api/avatar/{userId}': {
    get: {
      operationId: 'readAvatar',
      tags: ['picture'],
      summary: 'Somebody’s avatar; one of ours where they have none',
      parameters: [
        user,
        parameter('size', 'query', { enum: Object.keys(AVATAR_SIZES) }),
        parameter('v', 'query', { ...word, description: '`avatarKey`: may then be cached for ever' }),
      ],
      responses: { 200: picture, 304: UNCHANGED, ...refusals(400, 404) },
    },
    post: {
      operationId: 'replaceAvatar',
      tags: ['picture'],
      summary: 'A new avatar, of one’s own',
      parameters: [user],
      requestBody: form({}),
      responses: {
        200: answers('It is kept', z.object({ avatarKey: z.string() })),
        ...refusals(400, 401, 403, 404, 411, 413, 415, 429),
      },
    },
    delete: {
      operationId: 'removeAvatar',
      tags: ['picture'],
      summary: 'No avatar any more',
      parameters: [user],
      responses: { 200: done('It is gone'), ...refusals(401, 403, 404) },
    },
  },
  '/api/image/{a}/{b}': {
    get: {
      operationId: 'listImages',
      tags: ['picture'],
      summary: 'The pictures of a user, post or fragment',
      parameters: owner,
      responses: {
        200: answers('The pictures', z.object({ entities: z.array(imageSchema), total: z.int() })),
        ...refusals(401, 404),
      },
    },
    post: {
      operationId: 'addImage',
      tags: ['picture'],
      summary: 'One more picture',
      parameters: owner,
      requestBody: form({ alt: { ...word, maxLength: ALT_LENGTH } }),
      responses: {
        201: answers('The picture', imageSchema),
        ...refusals(400, 401, 403, 404, 411, 413, 415, 429),
      },
    },
  },
  '/api/image/{a}/{b}/{c}': {
    get: {
      operationId: 'readImage',
      tags: ['picture'],
      summary: 'A picture, whole or not wider than asked for',
      parameters: [...image, parameter('width', 'query', { enum: PICTURE_WIDTHS })],
      responses: { 200: picture, 304: UNCHANGED, ...refusals(400, 401, 404) },
    },
    delete: {
      operationId: 'removeImage',
      tags: ['picture'],
      summary: 'No such picture any more',
      parameters: image,
      responses: { 200: done('It is gone'), ...refusals(401, 403, 404) },
    },
  },
};
