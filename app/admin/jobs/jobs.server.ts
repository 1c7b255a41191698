import { and, desc, eq, inArray, ne, notLike, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { recordAudit } from '#app/audit/record.server.ts';
import { type Column, CREATED_AT, type Filter } from '#app/entities/entity-view.ts';
import { pageOf } from '#app/http/answers/page.server.ts';
import { db } from '#app/platform/database.server.ts';
import { DEAD_LETTERS, queueOn } from '#app/platform/jobs/job.server.ts';
import { jobTable as job } from '#app/platform/jobs/table.server.ts';
import { emailQueue } from '#app/platform/mail/email.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { DEFAULT_SIZE, filledQuery, type ListPage, PAGE_SIZES } from '../list/list.server.ts';
import { type Cells, cellsOf } from '../row-values.server.ts';

const STATES = ['waiting', 'running', 'failed', 'finished'] as const;

const COLUMNS: readonly Column[] = [
  { name: 'job', kind: 'text' },
  { name: 'state', kind: 'choice', options: STATES },
  CREATED_AT,
  { name: 'attempts', kind: 'number' },
  { name: 'lastError', kind: 'text' },
  { name: 'nextTry', kind: 'instant' },
];
const FACTS: readonly Column[] = [...COLUMNS, { name: 'endedAt', kind: 'instant' }];
const FILTERS: readonly Filter[] = [
  { name: 'state', kind: 'choice', options: STATES },
  { name: 'job', kind: 'text' },
];

/** Condition of each state. A job that failed for good is shown once, as its dead letter. */
const IS: Record<(typeof STATES)[number], SQL | undefined> = {
  waiting: and(inArray(job.state, ['created', 'retry']), ne(job.name, DEAD_LETTERS)),
  running: eq(job.state, 'active'),
  failed: eq(job.name, DEAD_LETTERS),
  finished: eq(job.state, 'completed'),
};
const isOurs = and(or(...Object.values(IS)), notLike(job.name, '\\_\\_pgboss\\_\\_%'));

const cases = STATES.map((state) => sql`when ${IS[state]} then ${state}::text`);
/** Reads the worker's format, and pg-boss's for a job that timed out or whose process died. */
const messageIn = (output: SQL) =>
  sql`coalesce(${output} ->> 'message', ${output} -> 'value' ->> 'message', ${output} ->> 'value')`;
const attempts = sql`coalesce(${job.sourceRetryCount} + 1, case when ${job.startedOn} is null then 0 else ${job.retryCount} + 1 end)`;

const fields = {
  id: job.id,
  job: sql`coalesce(${job.sourceName}, ${job.name})`,
  state: sql<string>`case ${sql.join(cases, sql` `)} end`,
  createdAt: sql`coalesce(${job.sourceCreatedOn}, ${job.createdOn})`.mapWith(job.createdOn),
  attempts,
  lastError: messageIn(sql`coalesce(${job.output}, ${job.sourceOutput})`),
  nextTry: sql`case when ${IS.waiting} then ${job.startAfter} end`.mapWith(job.startAfter),
  endedAt: job.completedOn,
};

const filterSchema = z.object({ state: z.enum(STATES).optional(), job: z.string().optional() });

/**
 * One page of the jobs, newest first, per the URL.
 * @throws Response that redirects to the same URL without empty parameters
 */
export async function jobsPage(request: Request): Promise<ListPage> {
  const query = filledQuery(request);
  const size = PAGE_SIZES.find((each) => String(each) === query.get('size')) ?? DEFAULT_SIZE;
  const page = pageOf(query);
  const filter = filterSchema.safeParse(Object.fromEntries(query));
  const { state, job: name } = filter.data ?? {};
  const where = filter.success
    ? and(isOurs, state && IS[state], name ? sql`${fields.job} = ${name}` : undefined)
    : sql`false`;
  const rows = await db
    .select(fields)
    .from(job)
    .where(where)
    .orderBy(desc(fields.createdAt), desc(job.id))
    .limit(size)
    .offset((page - 1) * size);
  const total = await db.$count(job, where);
  return {
    section: 'jobs',
    columns: COLUMNS,
    filters: FILTERS,
    rows: rows.map((row) => ({ id: row.id, isLive: false, isDemo: false, cells: cellsOf(COLUMNS, row) })),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / size)),
    size,
    sizes: PAGE_SIZES,
    defaultSize: DEFAULT_SIZE,
    sort: '-createdAt',
    sortable: [],
    searchable: false,
    query: [...query].filter(([key]) => key !== 'page' && key !== RETRIED),
    titles: {},
    countries: [],
    creates: null,
    refused: !filter.success,
  };
}

/** Query parameter of the list after a retry. */
export const RETRIED = 'retried';

export type JobPage = {
  name: string;
  facts: readonly Column[];
  cells: Cells;
  data: string;
  mayRetry: boolean;
  sendsEmail: boolean;
};

const idSchema = z.guid();

/** Reads a job's page. @throws ProtocolError NOT_FOUND, also after a retry, which creates another row */
export async function jobPage(id: string): Promise<JobPage> {
  const known = idSchema.safeParse(id).data;
  const [row] = known
    ? await db
        .select({ ...fields, data: job.data })
        .from(job)
        .where(and(isOurs, eq(job.id, known)))
    : [];
  if (!row) throw new ProtocolError('NOT_FOUND');
  return {
    name: String(row.job),
    facts: FACTS,
    cells: cellsOf(FACTS, row),
    data: JSON.stringify(row.data, null, 2),
    mayRetry: row.state === 'failed',
    sendsEmail: row.job === emailQueue.name,
  };
}

/**
 * Enqueues a failed job again.
 * @throws ProtocolError WRONG_STATE if it has not failed, or a job with its id is waiting
 */
export async function retryJob(id: string): Promise<void> {
  const known = idSchema.safeParse(id).data;
  const moved = known ? await queueOn(db).redrive(DEAD_LETTERS, { ids: [known] }) : 0;
  if (moved === 0) throw new ProtocolError('WRONG_STATE');
  await recordAudit(db, { action: 'RETRY_JOB', after: { job: id } });
}
