import { getTableColumns, lte, sql } from 'drizzle-orm';
import { blog } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { ADMINS_WRITE } from '../permissions.ts';
import { blogSchema } from './schema.ts';
import { blogView } from './view.ts';

/** SQL condition: the publication time has passed. */
export const isPublished = () => lte(blog.publishedAt, sql`now()`);

export const blogEntity = defineEntity({
  name: 'blog',
  schema: blogSchema,
  view: blogView,
  permissions: { read: { anyone: 'public', admin: 'any' }, ...ADMINS_WRITE },
  table: blog,
  key: blog.id,
  fields: getTableColumns(blog),
  rows: { public: isPublished },
  search: [blog.title, blog.name],
  filters: ['language', 'name', 'publishedAt', 'createdAt'],
  sort: ['-createdAt', 'publishedAt', 'name', 'title', 'updatedAt'],
});
