import { z } from 'zod';
import { editable, filled, slug, text } from '../fields.ts';
import { languageName } from '../lookups/schema.ts';

const own = {
  name: slug(120),
  language: languageName,
  title: filled(200),
  /** Markdown. */
  body: text(50_000),
};

export const fragmentSchema = {
  row: z.object({ ...editable, ...own }),
  create: z.object({ ...own, body: own.body.optional() }),
};
