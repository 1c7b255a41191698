import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * The process below another one that runs a script.
 * @throws Error if there is none
 */
export async function descendant(ancestor: number, script: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const rows = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), args }] : [];
  });
  const isBelow = (parent: number): boolean => {
    const row = rows.find(({ pid }) => pid === parent);
    return parent === ancestor || (row !== undefined && isBelow(row.parent));
  };
  // A child is guarded by a shell, whose command line contains that of the child.
  const isIt = (args: string) => args.endsWith(` ${script}`) && !args.startsWith('sh ');
  const found = rows.find(({ parent, args }) => isIt(args) && isBelow(parent));
  if (!found) throw new Error(`No process of ${ancestor} runs ${script}`);
  return found.pid;
}
