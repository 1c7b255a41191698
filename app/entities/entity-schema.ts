import type { z } from 'zod';

/** Schemas of an entity's rows outside the database; usable in browsers. */
export type EntitySchema = {
  /** Rows in API responses. Fields visible only to some viewers are optional. */
  row: z.ZodObject;
  /** Fields of a new row; an update accepts any of them, and `version`. Undefined if the entity is read-only. */
  create?: z.ZodObject;
  /** Fields of `create` that only administrators can set; from others they are ignored, like any read-only field. */
  adminOnly?: readonly string[];
  /** Body with which owners delete their row; optional, as administrators send none. */
  deletion?: z.ZodOptional<z.ZodObject>;
  /** Fields of `create` that cannot be changed later. */
  createOnly?: readonly string[];
};
