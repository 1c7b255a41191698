import { z } from 'zod';
import { editable, email, id } from '../fields.ts';
import { languageName } from '../lookups/schema.ts';

const own = { email, language: languageName };

/** `userId`: the account that has confirmed the address. */
export const subscriptionSchema = {
  row: z.object({ ...editable, ...own, userId: id.nullable() }),
  create: z.object(own),
};
