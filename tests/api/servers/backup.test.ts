import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { openDatabase } from '#db/client.ts';
import { audit, payment } from '#db/schema/index.ts';
import { type Cluster, startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { root } from '#scripts/stack/settings.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { SAMPLES } from '../../support/contract/samples.ts';
import { paidBookings } from '../../support/market/paid-bookings.ts';
import { logIn } from '../../support/people/members.ts';
import { makeUser, setPassword, signIn } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { picture, send, upload } from '../../support/servers/site.ts';

const run = promisify(execFile);

const { at, confirmed, age, change, paymentOf, balanceOf } = paidBookings();

let target: Cluster;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  target = await startTemporaryCluster();
});
afterAll(async () => {
  await target.stop();
  await rm(folder, { recursive: true });
});

/** Runs a command from docs/operations.md, for another folder. */
async function documented(name: 'backup' | 'restore', path: string, env: Record<string, string>) {
  const text = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const command = new RegExp(`^ {4}(npm run ${name} -- )\\S+$`, 'm').exec(text)?.[1];
  if (!command) throw new Error(`docs/operations.md has no command for ${name}`);
  return run('sh', ['-c', `${command}${path}`], { cwd: root, env: { ...process.env, ...env } });
}

/** A database on the other server, which exists as little as its role. */
function emptyDatabase(name: string) {
  const url = new URL(target.url(name));
  url.username = name;
  return { DATABASE_URL: url.href, DATABASE_SUPERUSER_URL: target.superuserUrl('postgres') };
}

const rowsSchema = z.array(z.looseObject({}));
async function query(url: string, text: string) {
  const sql = postgres(url, { max: 1, connection: { TimeZone: 'UTC' } });
  try {
    return rowsSchema.parse([...(await sql.unsafe(text))]);
  } finally {
    await sql.end();
  }
}

/** The number of rows of each table, and a checksum of their contents. */
async function contents(url: string): Promise<Record<string, unknown>> {
  const tables = await query(url, "select tablename as name from pg_tables where schemaname = 'public'");
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as rows,
        md5(string_agg(t::text, chr(10) order by t::text collate "C")) as sum from public."${name}" t`,
  );
  const found = await query(url, sums.join(' union all '));
  return Object.fromEntries(found.map(({ name, rows, sum }) => [name, [rows, sum]]));
}

/** Tables that change by themselves while servers run. */
const PASSING = ['file_removal', 'media_node', 'rate_limit'];

/** Tables whose rows a restore voids, as they may have been ended after the backup. */
const VOIDED = ['api_key', 'challenge', 'email_token', 'session', 'webhook'];

/** Queries for everything but rows, which must be equal in both databases. */
const OBJECTS: Record<string, string> = {
  columns: `select table_schema, table_name, column_name, data_type, column_default, is_nullable, is_identity
    from information_schema.columns where table_schema in ('public', 'pgboss', 'drizzle') order by 1, 2, 3`,
  constraints: `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as is from pg_constraint
    where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1, 2`,
  indexes: `select schemaname, indexname, indexdef from pg_indexes
    where schemaname in ('public', 'pgboss', 'drizzle') order by 1, 2`,
  triggers: `select tgrelid::regclass::text as of, tgname, tgenabled, pg_get_triggerdef(oid) as is from pg_trigger
    where not tgisinternal order by 1, 2`,
  functions: `select oid::regprocedure::text as name, pg_get_functiondef(oid) as is from pg_proc
    where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and prokind = 'f'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by 1`,
  sequences: `select schemaname, sequencename, last_value from pg_sequences where schemaname <> 'drizzle' order by 1, 2`,
  extensions: 'select extname, extversion from pg_extension order by 1',
  rights: `select relname, relkind, relpersistence, relowner = current_user::regrole as own, relacl::text
    from pg_class where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1, 2`,
  migrations: 'select hash, created_at from drizzle.__drizzle_migrations order by 2',
  queues: 'select name, policy, retry_limit, dead_letter from pgboss.queue order by 1',
  schedules: 'select name, cron from pgboss.schedule order by 1',
  jobs: `select id, name, data, state, start_after from pgboss.job where start_after > now() + interval '1 hour' order by 1`,
};

async function objects(url: string): Promise<Record<string, unknown>> {
  const of = async ([name, text]: [string, string]) => [name, await query(url, text)] as const;
  return Object.fromEntries(await Promise.all(Object.entries(OBJECTS).map(of)));
}

describe('A backup', () => {
  it('contains everything, is made while the servers run, and charges nobody twice when it is restored', {
    timeout: 120_000,
  }, async () => {
    const { site } = at;
    const owner = await makeUser(site.db, { username: 'came-back' });
    await setPassword(site.db, owner);
    for (const { make } of Object.values(SAMPLES)) await make(site.db, owner);
    const as = { id: owner, token: await signIn(site.db, owner) };
    const avatar = `/api/avatar/${owner}`;
    await upload(site, avatar, as, await picture().jpeg().toBuffer());
    // As three pictures of a gallery do.
    await query(site.databaseUrl, "select nextval('image_position_seq') from generate_series(1, 3)");
    await queueOn(site.db).send('dispute-evidence', { id: owner }, { startAfter: 1_000_000 });
    // The capture is decided, but Stripe does not respond.
    const bookingId = await confirmed(10);
    await age(bookingId);
    await site.sandbox.control('fail', { times: 1_000_000, cut: true });
    expect(await change(bookingId, 'cancel', at.viewer, { fee: 1_500 })).toMatchObject({ status: 200 });
    const { id: paymentId } = await paymentOf(bookingId);
    const waits = `select state from pgboss.job where name = 'payment-move' and data->>'id' = '${paymentId}'
      and state = 'retry'`;
    await expect.poll(() => query(site.databaseUrl, waits)).toHaveLength(1);

    const backup = join(folder, 'first');
    const before = await contents(site.databaseUrl);
    await documented('backup', backup, { DATABASE_URL: site.databaseUrl, STORAGE_FOLDER: site.folder });
    const after = await contents(site.databaseUrl);
    for (const name of PASSING) for (const sums of [before, after]) delete sums[name];
    expect(await site.db.$count(audit, eq(audit.action, 'BACK_UP'))).toBe(1);
    expect({ ...after, audit: before.audit }).toEqual(before);

    const empty = emptyDatabase('restored');
    const files = join(folder, 'files');
    await documented('restore', backup, { ...empty, STORAGE_FOLDER: files });
    const restored = await contents(empty.DATABASE_URL);
    for (const name of [...PASSING, ...VOIDED]) {
      delete restored[name];
      delete before[name];
    }
    expect(restored).toEqual(before);
    const good = `select 1 from session union all select 1 from email_token union all select 1 from challenge
      union all select 1 from api_key where revoked_at is null union all select 1 from webhook where enabled`;
    expect(await query(site.databaseUrl, good)).not.toEqual([]);
    expect(await query(empty.DATABASE_URL, good)).toEqual([]);
    const kept = 'select count(*)::int as keys, (select count(*)::int from webhook) as webhooks from api_key';
    expect(await query(empty.DATABASE_URL, kept)).toEqual(await query(site.databaseUrl, kept));
    expect(await objects(empty.DATABASE_URL)).toEqual(await objects(site.databaseUrl));

    // The capture succeeds after the backup.
    await site.sandbox.control('repair', {});
    await expect.poll(() => paymentOf(bookingId)).toMatchObject({ status: 'CAPTURED', captured: 1_500 });
    expect(await balanceOf()).toBe(1_275);

    const env = { ...site.sandbox.env, PORT: String(await freePort()), STORAGE_FOLDER: files };
    const server = await startWebServer(empty.DATABASE_URL, env);
    const db = openDatabase(empty.DATABASE_URL);
    try {
      expect(await logIn(new Client(server.url), 'came-back')).toMatchObject({ status: 200 });
      const { bytes } = await send(site, avatar);
      expect((await new Client(server.url).call(avatar)).bytes.equals(bytes)).toBe(true);
      const again = async () => (await db.select().from(payment)).find(({ id }) => id === paymentId);
      await expect.poll(again).toMatchObject({ status: 'CAPTURED', captured: 1_500 });
      const { amount_received } = await site.sandbox.stripe.paymentIntents.retrieve(
        (await again())?.intent ?? '',
      );
      expect([amount_received, await balanceOf()]).toEqual([1_500, 1_275]);
    } finally {
      await server.stop();
      await db.$client.end();
    }

    await expect(documented('restore', backup, { ...empty, STORAGE_FOLDER: files })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database is not empty'),
    });
    // A truncated file, as a full disk leaves it.
    await truncate(join(backup, 'database', 'public.user.gz'), 200);
    const other = { ...emptyDatabase('half'), STORAGE_FOLDER: join(folder, 'half') };
    await expect(documented('restore', backup, other)).rejects.toMatchObject({ code: 1 });
    expect(await query(other.DATABASE_URL, 'select from public.currency')).toEqual([]);
  });
});
