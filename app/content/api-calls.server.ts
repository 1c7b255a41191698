import { z } from 'zod';
import { id, instant, latitude, longitude } from '#app/entities/fields.ts';
import {
  content,
  done,
  type Json,
  jsonAnswer,
  type Operation,
  parameter,
  refusals,
  toJson,
} from '#app/http/api-call.server.ts';
import { AVATAR_SIZES, PICTURE_WIDTHS } from '#app/pictures/sizes.ts';
import { seatNameSchema } from '#protocol/channel.ts';

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
const textSchema = z.object({
  id,
  name: z.string(),
  language: z.string(),
  title: z.string(),
  body: z.string(),
  updatedAt: instant,
});
const articleSchema = textSchema.extend({
  summary: z.string(),
  publishedAt: instant.nullable(),
  translations: z.array(z.string()),
});
const streamerSchema = z.object({
  id,
  username: z.string(),
  urlname: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  description: z.string().nullable(),
  hasAvatar: z.boolean(),
  avatarKey: z.string().nullable(),
  channelCamera: z.string().nullable(),
  controlModes: z.array(z.string()),
  languages: z.array(z.string()),
  prices: z.array(z.object({ currency: z.string(), perMinute: z.number() })),
  place: z.object({ latitude, longitude }).nullable(),
  rating: z.object({ average: z.number().nullable(), count: z.int() }),
});
const roomSchema = z.object({
  id,
  token: z.string(),
  status: z.string(),
  seat: seatNameSchema,
  cameraType: z.string().nullable(),
  videoQuality: z.string().nullable(),
  hostUserId: id.nullable(),
  guestUserId: id.nullable(),
  createdAt: instant,
  expiresAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
});

const word: Json = { type: 'string' };
const uuid: Json = { type: 'string', format: 'uuid' };
const language = parameter('language', 'path', { ...word, description: '`en` or `ENGLISH`' });
const owner = [
  parameter('a', 'path', { enum: ['user', 'blog', 'fragment'] }),
  parameter('b', 'path', { ...uuid, description: 'Its id' }),
];
const image = [...owner, parameter('c', 'path', { ...uuid, description: 'The picture’s id' })];
const user = parameter('userId', 'path', uuid);

const answers = (description: string, schema: z.ZodType) => jsonAnswer(description, toJson(schema, 'output'));
const picture: Json = { description: 'The picture', content: content({}, 'image/webp') };
const UNCHANGED: Json = { description: 'The browser has it' };
const form = (fields: Record<string, Json>): Json => {
  const file = { ...word, description: 'JPEG, PNG, WebP or AVIF' };
  const schema = { type: 'object', required: ['file'], properties: { file, ...fields } };
  return { required: true, content: content(schema, 'multipart/form-data') };
};

/** Texts, pictures, streamers and rooms beside the generic calls. */
export const CONTENT_CALLS: Record<string, Record<string, Operation>> = {
  '/api/blog/language/{language}/article/{name}': {
    get: {
      operationId: 'readArticle',
      tags: ['blog'],
      summary: 'A post by language and name',
      parameters: [language, parameter('name', 'path', word)],
      responses: { 200: answers('The post', articleSchema), ...refusals(401, 404) },
    },
  },
  '/api/fragment/language/{language}/name/{name}': {
    get: {
      operationId: 'readFragmentByName',
      tags: ['fragment'],
      summary: 'A piece of a page by language and name',
      parameters: [language, parameter('name', 'path', word)],
      responses: { 200: answers('The fragment', textSchema), ...refusals(404) },
    },
  },
  '/api/user/streamer/{id}': {
    get: {
      operationId: 'readStreamer',
      tags: ['user'],
      summary: 'What everybody may know of a streamer',
      parameters: [parameter('id', 'path', uuid)],
      responses: { 200: answers('The streamer', streamerSchema), ...refusals(401, 404) },
    },
  },
  '/api/channel/requested/{id}': {
    get: {
      operationId: 'readRequestedChannel',
      tags: ['channel'],
      summary: 'A room, for its host or guest',
      parameters: [parameter('id', 'path', { ...word, description: 'Its id or its code' })],
      responses: { 200: answers('The room', roomSchema), ...refusals(401, 404, 429) },
    },
  },
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
      requestBody: form({ alt: { ...word, maxLength: 300 } }),
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
