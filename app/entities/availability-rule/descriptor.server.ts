import { eq, getTableColumns } from 'drizzle-orm';
import { availabilityRule } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { streamersOwn } from '../streamers-own.server.ts';
import { availabilityRuleSchema } from './schema.ts';

export const availabilityRuleEntity = defineEntity({
  name: 'availability-rule',
  schema: availabilityRuleSchema,
  view: null,
  ...streamersOwn('producerId'),
  rowLimit: { owner: availabilityRule.producerId, rows: 100 },
  table: availabilityRule,
  key: availabilityRule.id,
  fields: getTableColumns(availabilityRule),
  rows: { own: ({ id }) => eq(availabilityRule.producerId, id) },
  sort: ['dayOfWeek', 'startMinute', 'createdAt'],
});
