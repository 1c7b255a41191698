import { z } from 'zod';
import { id, identity } from '../fields.ts';
import { roleNameSchema } from '../lookups/schema.ts';

const own = { userId: id, rolename: roleNameSchema };

export const roleSchema = {
  row: z.object({ ...identity, ...own, username: z.string() }),
  create: z.object(own),
};
