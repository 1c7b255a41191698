import { z } from 'zod';
import { id, instant } from '#app/entities/fields.ts';
import { answers, type Operation, parameter, refusals, word } from '#app/http/api-call.server.ts';

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

const language = parameter('language', 'path', { ...word, description: '`en` or `ENGLISH`' });
/** Texts beside the generic calls. */
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
};
