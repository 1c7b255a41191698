import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { z } from 'zod';
import { type Child, runChild, startChild } from '../processes/child.ts';
import { freePort } from '../processes/ports.ts';
import { postgresBinaries } from './binaries.ts';
import { type Home, persistentHome, temporaryHome } from './home.ts';
import { clearLeftover } from './leftover.ts';
import { giveDatabaseTo } from './owner.ts';

/** Name of the cluster's superuser and of the database. */
const NAME = 'panocall';
/** Role the application connects with, which owns the database. */
const OWNER = 'panocall_app';
/** Used if free; a port once chosen is kept. */
const DEFAULT_PORT = 54_360;
const START_TIMEOUT_MS = 30_000;
/** Ports tried for a temporary cluster. */
const MAX_TRIES = 5;
/** Settings for data that need not survive a crash of the machine. */
const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

const stateSchema = z.object({
  /** Password of the superuser. */
  password: z.string(),
  /** Password of the owner; earlier versions connected as superuser. */
  ownerPassword: z.string().optional(),
  port: z.number().int(),
  /** Id of the process that last started it. */
  startedBy: z.number().int(),
});
type State = z.infer<typeof stateSchema>;

export interface Cluster {
  /** `postgres://…` for a database of this cluster, as the role that owns `panocall` and is no superuser. */
  url(database?: string): string;
  /** As `url`, as superuser, to create databases. */
  superuserUrl(database?: string): string;
  /** Role of `url`. */
  owner: string;
  /** Resolves with how it exited. */
  exited: Promise<string>;
  stop(): Promise<void>;
  /** Starts it again with the same URL after it exited. */
  restart(): Promise<Cluster>;
}

/** Starts the PostgreSQL cluster at `path`, creating it if necessary. */
export async function startCluster(path: string): Promise<Cluster> {
  return start(await persistentHome(path), 'durable');
}

/** URL of the cluster at `path` if it is running, for processes that did not start it; else null. */
export async function clusterUrl(path: string): Promise<string | null> {
  const state = existsSync(path) ? await readState(await persistentHome(path)) : null;
  if (!state?.ownerPassword) return null;
  const url = urlOf(OWNER, state.ownerPassword, state.port);
  const connection = postgres(url, { max: 1, connect_timeout: 5 });
  return connection`select 1`
    .then(
      () => url,
      () => null,
    )
    .finally(() => connection.end());
}

const urlOf = (role: string, password: string, port: number, database = NAME) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

/** Starts a new, empty PostgreSQL whose data is deleted when it stops. */
export async function startTemporaryCluster(): Promise<Cluster> {
  const home = await temporaryHome();
  return deletedWhenStopped(home, await start(home, 'temporary'));
}

function deletedWhenStopped(home: Home, cluster: Cluster): Cluster {
  return {
    ...cluster,
    async stop() {
      await cluster.stop();
      await rm(home.folder, { recursive: true, force: true });
    },
    restart: async () => deletedWhenStopped(home, await cluster.restart()),
  };
}

type Kind = 'durable' | 'temporary';

async function start(home: Home, kind: Kind): Promise<Cluster> {
  const binaries = await postgresBinaries();
  const last = await readState(home);
  if (last) await clearLeftover(home.folder, last.startedBy);
  const password = last?.password ?? newPassword();
  const ownerPassword = last?.ownerPassword ?? newPassword();
  const startAt = async (port: number) => {
    await writeState(home, { password, ownerPassword, port, startedBy: process.pid });
    if (!existsSync(join(home.folder, 'data'))) await initialise(home, binaries, password);
    return run(home, kind, binaries, { password, ownerPassword, port });
  };
  if (kind === 'durable') return startAt(await freePort(last?.port ?? DEFAULT_PORT));
  for (let tries = 1; ; tries++) {
    try {
      return await startAt(await freePort());
    } catch (error) {
      // Creating its data takes seconds, in which another program may have taken the port.
      if (tries === MAX_TRIES || !String(error).includes('Address already in use')) throw error;
    }
  }
}

const newPassword = () => randomBytes(24).toString('base64url');

async function run(
  home: Home,
  kind: Kind,
  binaries: string,
  address: Required<Pick<State, 'password' | 'ownerPassword' | 'port'>>,
): Promise<Cluster> {
  const { password, ownerPassword, port } = address;
  const url = (database?: string) => urlOf(OWNER, ownerPassword, port, database);
  const superuserUrl = (database?: string) => urlOf(NAME, password, port, database);
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(kind === 'temporary' ? CARELESS : []),
  ];
  const child = await launchAlone(home, binaries, settings, superuserUrl('postgres'));
  await giveDatabaseTo({ name: OWNER, password: ownerPassword }, NAME, superuserUrl('postgres'));
  const restart = async () => {
    await clearLeftover(home.folder, process.pid);
    return run(home, kind, binaries, address);
  };
  return { url, superuserUrl, owner: OWNER, exited: child.exited, stop: child.stop, restart };
}

/**
 * Starts PostgreSQL and waits until it answers. The processes of a killed server may take a moment to end, and until
 * then keep a new one from starting.
 */
async function launchAlone(home: Home, binaries: string, settings: string[], url: string): Promise<Child> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const child = await launch(home, binaries, settings);
    try {
      await untilReady(child, url, join(home.folder, 'postgres.log'));
      return child;
    } catch (error) {
      if (!String(error).includes('shared memory block') || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

async function launch(home: Home, binaries: string, settings: string[]): Promise<Child> {
  const log = await open(join(home.folder, 'postgres.log'), 'w');
  const child = startChild(
    [
      join(binaries, 'postgres'),
      '-D',
      join(home.folder, 'data'),
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    // SIGINT makes PostgreSQL end its sessions and stop; SIGTERM would wait for them.
    { ...environment(home), output: log.fd, stopSignal: 'INT' },
  );
  await log.close();
  return child;
}

async function initialise(home: Home, binaries: string, password: string): Promise<void> {
  const passwordFile = join(home.folder, 'password');
  const unfinished = join(home.folder, 'unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (home.user) await chown(passwordFile, home.user.uid, home.user.gid);
  try {
    await runChild(
      [
        join(binaries, 'initdb'),
        `--pgdata=${unfinished}`,
        `--username=${NAME}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The same sort order on every machine, whichever locales it has.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      environment(home),
    );
  } finally {
    await rm(passwordFile);
  }
  await rename(unfinished, join(home.folder, 'data'));
}

function environment({ folder, user }: Home) {
  return { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, user };
}

async function untilReady(child: Child, url: string, logFile: string): Promise<void> {
  let end = '';
  void child.exited.then((how) => {
    end = how;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (end || Date.now() > deadline) {
      await child.stop();
      const log = await readFile(logFile, 'utf8');
      throw new Error(`${log.trim()}\nPostgreSQL did not start: ${end || 'no response'}.`);
    }
    await sleep(50);
  }
}

async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end();
  }
}

async function readState({ folder }: Home): Promise<State | null> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(join(folder, 'cluster.json'), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function writeState({ folder }: Home, state: State): Promise<void> {
  await writeFile(join(folder, 'cluster.json'), JSON.stringify(state), { mode: 0o600 });
}
