import { z } from 'zod';
import { editable, id, text } from '../fields.ts';

const own = {
  producerId: id,
  /** Stars. */
  rating: z.int().min(1).max(5),
  text: text(2000),
};

export const reviewSchema = {
  row: z.object({ ...editable, ...own, authorId: id, author: z.string() }),
  create: z.object({ ...own, text: own.text.optional() }),
  createOnly: ['producerId'],
};
