import { z } from 'zod';
import type { ApiCalls } from '#app/http/answers/api-call.server.ts';
import { articleSchema, fragmentSchema } from './texts.server.ts';

const params = z.object({
  language: z.string().meta({ description: '`en` or `ENGLISH`' }),
  name: z.string(),
});

/** Calls for texts, besides the generic ones. */
export const CONTENT_CALLS = {
  readArticle: {
    at: 'GET /api/blog/language/{language}/article/{name}',
    tag: 'blog',
    summary: 'A post by language and name; drafts only for administrators',
    params,
    answer: { description: 'The post', schema: articleSchema },
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND'],
  },
  readFragmentByName: {
    at: 'GET /api/fragment/language/{language}/name/{name}',
    tag: 'fragment',
    summary: 'A fragment, i.e. a text on a page, by language and name',
    params,
    answer: { description: 'The fragment', schema: fragmentSchema },
    refuses: ['NOT_FOUND'],
  },
} satisfies ApiCalls;
