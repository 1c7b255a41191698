import { eq, getTableColumns } from 'drizzle-orm';
import { producerSetting } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { streamersOwn } from '../streamers-own.server.ts';
import { producerSettingSchema } from './schema.ts';

export const producerSettingEntity = defineEntity({
  name: 'producer-setting',
  schema: producerSettingSchema,
  view: null,
  ...streamersOwn('userId'),
  rowLimit: { owner: producerSetting.userId, rows: 1 },
  table: producerSetting,
  key: producerSetting.id,
  fields: getTableColumns(producerSetting),
  rows: { own: ({ id }) => eq(producerSetting.userId, id) },
  sort: ['createdAt'],
});
