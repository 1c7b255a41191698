import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, realpath, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** The system user that runs PostgreSQL when we are root: it refuses to run as root. */
const SYSTEM_USER = 'panocall';
/** Folder with that user's files. The user may have no access to the checkout, e.g. under /root. */
export const SYSTEM_FOLDER = '/var/lib/panocall';

export const isRoot = process.getuid?.() === 0;

interface User {
  uid: number;
  gid: number;
}

/** Folder of one PostgreSQL cluster. */
export interface Home {
  folder: string;
  /** User that owns the folder and runs PostgreSQL, if we are root. */
  user?: User;
}

/**
 * The cluster's folder at `path`, created if necessary. For root it is a symlink to a folder in SYSTEM_FOLDER. The
 * owner of an existing folder runs its cluster.
 */
export async function persistentHome(path: string): Promise<Home> {
  if (!(await exists(path))) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (isRoot) {
      await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
      const { folder } = await makeHome(join(SYSTEM_FOLDER, 'postgres-'));
      await symlink(folder, path);
    } else {
      await mkdir(path, { mode: 0o700 });
    }
  }
  const folder = await realpath(path);
  if (!isRoot) return { folder };
  const { uid, gid } = await stat(folder);
  return { folder, user: { uid, gid } };
}

/** Creates a folder that the system cleans up if we don't. */
export function temporaryHome(): Promise<Home> {
  // TMPDIR may be inaccessible to the system user.
  return makeHome(join(isRoot ? '/tmp' : tmpdir(), 'panocall-postgres-'));
}

async function makeHome(prefix: string): Promise<Home> {
  const folder = await mkdtemp(prefix);
  if (!isRoot) return { folder };
  const user = await systemUser();
  await chown(folder, user.uid, user.gid);
  return { folder, user };
}

async function systemUser(): Promise<User> {
  const found = await userByName(SYSTEM_USER);
  if (found) return found;
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const problem = await run('useradd', [...options, SYSTEM_USER]).then(
    () => '',
    (error: Error) => error.message,
  );
  const made = await userByName(SYSTEM_USER);
  if (made) return made;
  throw new Error(
    `PostgreSQL refuses to run as root, and the system user '${SYSTEM_USER}' could not be made (${problem}). ` +
      'Start Panocall as an ordinary user, or set DATABASE_URL.',
  );
}

async function userByName(name: string): Promise<User | null> {
  const id = z.coerce.number().int();
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: id.parse(uid.stdout), gid: id.parse(gid.stdout) };
  } catch {
    return null;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
