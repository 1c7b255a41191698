import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Command lines of the processes that `npm start` runs. */
export const WEB_SERVER = / server\/main\.ts$/;
export const MEDIA_SERVER = / media-server\/main\.ts$/;
export const MEDIA_WORKER = /mediasoup-worker/;
export const POSTGRES = /\/postgres -D /;

/**
 * The id of the process below `ancestor` whose command line matches.
 * @throws Error if there is none
 */
export async function descendant(ancestor: number, command: RegExp): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const rows = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), args }] : [];
  });
  const isBelow = (parent: number): boolean => {
    const row = rows.find(({ pid }) => pid === parent);
    return parent === ancestor || (row !== undefined && isBelow(row.parent));
  };
  // Each child runs under a shell, whose command line contains the child's.
  const isIt = (args: string) => command.test(args) && !args.startsWith('sh ');
  const found = rows.find(({ parent, args }) => isIt(args) && isBelow(parent));
  if (!found) throw new Error(`No process of ${ancestor} runs ${command}`);
  return found.pid;
}
