import { eq, getTableColumns } from 'drizzle-orm';
import { availabilityException } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { streamersOwn } from '../streamers-own.server.ts';
import { availabilityExceptionSchema } from './schema.ts';

export const availabilityExceptionEntity = defineEntity({
  name: 'availability-exception',
  schema: availabilityExceptionSchema,
  view: null,
  ...streamersOwn('producerId'),
  // The job `delete-expired` deletes past ones.
  rowLimit: { owner: availabilityException.producerId, rows: 200 },
  table: availabilityException,
  key: availabilityException.id,
  fields: getTableColumns(availabilityException),
  rows: { own: ({ id }) => eq(availabilityException.producerId, id) },
  filters: ['kind', 'lastDay'],
  sort: ['firstDay', 'lastDay', 'createdAt'],
});
