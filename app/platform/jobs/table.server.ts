import { integer, jsonb, pgSchema, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#db/schema/columns.ts';

/** The columns of pg-boss's table that we read. pg-boss creates and migrates it, so it is not in `db/schema`. */
export const jobTable = pgSchema('pgboss').table('job', {
  id: uuid().notNull(),
  name: text().notNull(),
  data: jsonb(),
  state: text({ enum: ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] }).notNull(),
  retryCount: integer('retry_count').notNull(),
  startAfter: instant('start_after').notNull(),
  createdOn: instant('created_on').notNull(),
  startedOn: instant('started_on'),
  completedOn: instant('completed_on'),
  output: jsonb(),
  /** In dead letters: the job that failed. */
  sourceName: text('source_name'),
  sourceCreatedOn: instant('source_created_on'),
  sourceRetryCount: integer('source_retry_count'),
  sourceOutput: jsonb('source_output'),
});
