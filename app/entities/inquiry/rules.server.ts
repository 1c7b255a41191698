import { eq, getTableColumns } from 'drizzle-orm';
import { inquiry } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { ADMINS_WRITE } from '../permissions.ts';
import { inquirySchema } from './schema.ts';
import { inquiryView } from './view.ts';

export const inquiryEntity = defineEntity({
  name: 'inquiry',
  schema: inquirySchema,
  view: inquiryView,
  permissions: { read: { user: 'own', admin: 'any' }, ...ADMINS_WRITE, create: { anyone: 'any' } },
  table: inquiry,
  key: inquiry.id,
  fields: getTableColumns(inquiry),
  rows: { own: ({ id }) => eq(inquiry.userId, id) },
  search: [inquiry.email, inquiry.lastName, inquiry.message],
  filters: ['kind', 'language', 'email', 'userId', 'createdAt', 'answeredAt'],
  sort: ['-createdAt', 'answeredAt', 'lastName'],
  values: (input, viewer, action) => ({
    ...(action === 'create' && { userId: viewer?.id }),
    ...('answer' in input && { answeredAt: input.answer === null ? null : new Date() }),
  }),
});
