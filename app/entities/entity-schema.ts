import type { z } from 'zod';

/** What an entity's rows look like outside the database; usable in browsers. */
export type EntitySchema = {
  /** What the API answers with. Fields that only some may see are optional. */
  row: z.ZodObject;
  /** What a new row is made of; an update takes any part of it, and `version`. None: nobody writes it. */
  create?: z.ZodObject;
  /** Fields of `create` that only administrators set; from others they are left unread, like any read-only field. */
  adminOnly?: readonly string[];
  /** Fields of `create` that stay as they were made. */
  createOnly?: readonly string[];
};
