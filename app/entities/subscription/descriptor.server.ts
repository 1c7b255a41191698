import { getTableColumns, sql } from 'drizzle-orm';
import { outer } from '#app/platform/outer.server.ts';
import { subscription, user } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { ADMINS_WRITE } from '../permissions.ts';
import { subscriptionSchema } from './schema.ts';
import { subscriptionView } from './view.ts';

export const subscriptionEntity = defineEntity({
  name: 'subscription',
  schema: subscriptionSchema,
  view: subscriptionView,
  permissions: { read: { admin: 'any' }, ...ADMINS_WRITE, create: { anyone: 'any' } },
  rowLimit: 'anonymousRow',
  table: subscription,
  key: subscription.id,
  fields: {
    ...getTableColumns(subscription),
    userId: sql`(select u.id from ${user} u
      where lower(u.email) = lower(${outer(subscription.email)}) and u.email_verified_at is not null)`,
  },
  search: [subscription.email],
  filters: ['email', 'language', 'createdAt'],
  sort: ['-createdAt', 'email'],
  hidesDuplicates: true,
  audit: { hides: ['email'] },
});
