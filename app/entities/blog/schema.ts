import { z } from 'zod';
import { editable, filled, instant, slug, text } from '../fields.ts';
import { languageName } from '../lookups/schema.ts';

const own = {
  name: slug(120),
  language: languageName,
  title: filled(200),
  summary: text(500),
  /** Markdown. */
  body: text(50_000),
  /** Null for a draft. */
  publishedAt: instant.nullable(),
};

export const blogSchema = {
  row: z.object({ ...editable, ...own }),
  create: z.object({
    ...own,
    summary: own.summary.optional(),
    body: own.body.optional(),
    publishedAt: own.publishedAt.optional(),
  }),
};
