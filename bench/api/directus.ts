import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { z } from 'zod';
import type { Cluster } from '#scripts/postgres/cluster.ts';
import { type Child, runChild, startChild } from '#scripts/processes/child.ts';
import { waitUntilHealthy } from '#scripts/processes/health.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { DATA_FOLDER } from '#scripts/stack/settings.ts';
import { httpClient } from '../http-client.ts';
import { type Contender, FIELDS, type Page, type Sample } from './contender.ts';

/** Runs on the project's Node.js. Its licence allows evaluation; none of its code is in the project. */
const VERSION = '12.4.1';
const FOLDER = join(DATA_FOLDER, 'bench', `directus-${VERSION}`);
/** Written once the installation is complete. */
const INSTALLED = join(FOLDER, 'installed');
const CLI = join(FOLDER, 'node_modules', 'directus', 'cli.js');
const EMPTY = 'npm:empty-npm-package@1.0.0';
const DATABASE = 'directus';
/** Our tables that stay in its database: the others are dropped. */
const KEPT = ['city', 'country'];

/** Directus with its cache on and off, on a copy of our table. */
export type Directus = { contenders: Contender[]; stop(): Promise<void> };

/**
 * Installs Directus from npm into a separate folder, unless it is installed.
 * @returns whether it is installed
 */
export async function installDirectus(): Promise<boolean> {
  if (existsSync(INSTALLED)) return true;
  console.log(`Installing Directus ${VERSION} (takes minutes the first time)`);
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { directus: VERSION },
    // Parts not used here: V8 for scripts in its flows, which would be compiled, and its web application.
    overrides: { 'isolated-vm': EMPTY, '@directus/app': EMPTY },
  };
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify(manifest));
  const cli = process.env.npm_execpath;
  const npm = cli?.endsWith('npm-cli.js') ? [process.execPath, cli] : ['npm'];
  // Its native code comes compiled.
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await runChild([...npm, ...options], { cwd: FOLDER, env: process.env });
  } catch (error) {
    const why = /^npm error (?!code).+$/m.exec(String(error))?.[0] ?? String(error);
    console.log(`Without Directus, which npm could not install: ${why}\n`);
    return false;
  }
  await writeFile(INSTALLED, '');
  return true;
}

/**
 * Copies our database for Directus, drops everything but the table `city`, and starts it twice in production mode: with
 * and without its cache. Requests use a static token, with a policy for this table alone.
 * @param pool connections to the database of each process
 */
export async function startDirectus(
  cluster: Cluster,
  sample: Sample,
  { atOnce, pool }: { atOnce: number; pool: number },
): Promise<Directus> {
  await copyDatabase(cluster);
  const folder = await mkdtemp(join(tmpdir(), 'directus-'));
  const admin = randomBytes(24).toString('hex');
  const environment = await settings(cluster, folder, admin, pool);
  const running: Child[] = [];
  const stop = async () => {
    await Promise.all(running.map((child) => child.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await runChild([process.execPath, CLI, 'bootstrap'], { cwd: folder, env: environment });
    const start = async (cached: boolean) => {
      const port = await freePort();
      const child = startChild([process.execPath, CLI, 'start'], {
        cwd: folder,
        env: { ...environment, PORT: String(port), CACHE_ENABLED: String(cached) },
      });
      running.push(child);
      let log = '';
      child.process.stdout?.on('data', (chunk) => (log += chunk));
      child.process.stderr?.on('data', (chunk) => (log += chunk));
      const origin = `http://127.0.0.1:${port}`;
      const ended = child.exited.then((how) => {
        throw new Error(`Directus exited (${how}):\n${log}`);
      });
      await Promise.race([waitUntilHealthy('Directus', `${origin}/server/ping`), ended]);
      ended.catch(() => {});
      return { origin, pid: child.process.pid ?? 0 };
    };
    // One after the other: the second finds the configuration of the table made by the first.
    const plain = await start(false);
    const token = await admit(plain.origin, admin);
    const cached = await start(true);
    const contender = (name: string, { origin, pid }: { origin: string; pid: number }): Contender => ({
      name,
      pids: [pid],
      ...requests(httpClient(origin, atOnce), token, sample),
    });
    const contenders = [contender('Directus', plain), contender('Directus, cache on', cached)];
    return { contenders, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function copyDatabase(cluster: Cluster): Promise<void> {
  const template = new URL(cluster.url()).pathname.slice(1);
  const server = postgres(cluster.superuserUrl('postgres'), { max: 1 });
  await server`create database ${server(DATABASE)} template ${server(template)} owner ${server(cluster.owner)}`;
  await server.end();
  const copy = postgres(cluster.superuserUrl(DATABASE), { max: 1, onnotice: () => {} });
  const tables = await copy`select tablename from pg_tables where schemaname = 'public'`;
  for (const { tablename } of z.array(z.object({ tablename: z.string() })).parse(tables)) {
    if (!KEPT.includes(tablename)) await copy`drop table ${copy(tablename)} cascade`;
  }
  await copy`vacuum analyze`;
  await copy.end();
}

async function settings(cluster: Cluster, folder: string, admin: string, pool: number) {
  const { hostname, port, username, password } = new URL(cluster.url());
  return {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    SECRET: randomBytes(24).toString('hex'),
    DB_CLIENT: 'pg',
    DB_HOST: hostname,
    DB_PORT: port,
    DB_DATABASE: DATABASE,
    DB_USER: username,
    DB_PASSWORD: password,
    DB_POOL__MIN: String(pool),
    DB_POOL__MAX: String(pool),
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: admin,
    ADMIN_TOKEN: admin,
    CACHE_STORE: 'memory',
    // Purged by its own writes, as answers must not be older than the rows.
    CACHE_AUTO_PURGE: 'true',
    LOG_LEVEL: 'warn',
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
    // Otherwise it would refuse requests while it is busy.
    PRESSURE_LIMITER_ENABLED: 'false',
    EXTENSIONS_PATH: join(folder, 'extensions'),
    STORAGE_LOCAL_ROOT: join(folder, 'uploads'),
  };
}

const created = z.object({ data: z.object({ id: z.string() }) });

/** Makes it serve the table, to one user only. @returns the user's token */
async function admit(origin: string, admin: string): Promise<string> {
  const ask = httpClient(origin, 1);
  const send = (method: string, path: string, body: unknown) =>
    ask({ method, path, body, headers: { Authorization: `Bearer ${admin}` } });
  const create = async (path: string, body: unknown) =>
    created.parse(JSON.parse(await send('POST', path, body))).data.id;
  await send('PATCH', '/collections/city', { meta: { note: null } });
  await send('PATCH', '/fields/city/updated_at', { meta: { special: ['date-updated'] } });
  const policy = await create('/policies', { name: 'City', admin_access: false, app_access: false });
  const permission = { policy, collection: 'city', permissions: {}, validation: {}, fields: ['*'] };
  for (const action of ['read', 'update']) await send('POST', '/permissions', { ...permission, action });
  const role = await create('/roles', { name: 'City', policies: [{ policy }] });
  const token = randomBytes(24).toString('hex');
  await create('/users', { email: 'city@example.org', role, token, status: 'active' });
  return token;
}

function requests(ask: ReturnType<typeof httpClient>, token: string, { ids, short, long }: Sample) {
  const headers = { Authorization: `Bearer ${token}` };
  const fields = `fields=${FIELDS.join(',')}`;
  const list = ({ country, page }: Page) =>
    ask({
      path: `/items/city?${fields}&filter[country][_eq]=${country}&sort=name,id&limit=20&page=${page}&meta=filter_count`,
      headers,
    });
  return {
    list: () => list(short()),
    'long list': () => list(long()),
    read: () => ask({ path: `/items/city/${ids.any()}?${fields}`, headers }),
    update: () =>
      ids.alone((id) =>
        ask({
          path: `/items/city/${id}?${fields}`,
          method: 'PATCH',
          headers,
          body: { latitude: Math.floor(Math.random() * 90) },
        }),
      ),
  };
}
