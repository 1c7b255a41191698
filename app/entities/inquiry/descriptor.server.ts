import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { inquiry } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { defineEntity } from '../entity.server.ts';
import { ADMINS_WRITE } from '../permissions.ts';
import { inquirySchema } from './schema.ts';
import { enqueueAnswer } from './send-answer.email.server.ts';
import { inquiryView } from './view.ts';

export const inquiryEntity = defineEntity({
  name: 'inquiry',
  schema: inquirySchema,
  view: inquiryView,
  permissions: { read: { user: 'own', admin: 'any' }, ...ADMINS_WRITE, create: { anyone: 'any' } },
  rowLimit: { owner: inquiry.userId, rows: 200 },
  table: inquiry,
  key: inquiry.id,
  fields: getTableColumns(inquiry),
  rows: { own: ({ id }) => eq(inquiry.userId, id) },
  search: [inquiry.email, inquiry.firstName, inquiry.lastName, inquiry.message, { user: inquiry.userId }],
  filters: ['kind', 'language', 'email', 'userId', 'createdAt', 'answeredAt'],
  sort: ['-createdAt', 'answeredAt', 'lastName'],
  audit: { hides: ['email'], keptOfDeleted: ['kind', 'language', 'userId', 'answeredAt'] },
  values: (input, viewer, action) => ({
    ...(action === 'create' && { userId: viewer?.id }),
    ...('answer' in input && { answeredAt: input.answer === null ? null : new Date() }),
  }),
  relate: async (tx, id, { answer }) => {
    await refuseEmpty(tx, id);
    if (typeof answer === 'string') await enqueueAnswer(tx, id, answer);
  },
});

/** Reads the row, as an update may clear only one of several fields. */
async function refuseEmpty(tx: Transaction, id: string): Promise<void> {
  const { firstName, lastName, email, website, message } = inquiry;
  const filled = sql`coalesce(${firstName}, ${lastName}, ${email}, ${website}, ${message}) is not null`;
  if ((await tx.$count(inquiry, and(eq(inquiry.id, id), filled))) > 0) return;
  const problem = { kind: 'required' } as const;
  throw new ProtocolError('INVALID_DATA', [
    { path: 'message', message: 'One of the fields must be filled in', problem },
  ]);
}
