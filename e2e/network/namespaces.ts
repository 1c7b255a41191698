import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Namespaces are named `panocall-PID-NAME`, so that those of killed runs can be told from those in use. */
const PREFIX = 'panocall-';

/** Version of the internet protocol. */
export type Family = 4 | 6;

/** The packet filter's command. */
const FILTERS: Record<Family, string> = { 4: 'iptables', 6: 'ip6tables' };

/** The reason why this machine cannot have a lab; null if it can. */
export function whyNoNamespaces(family: Family = 4): string | null {
  if (process.platform !== 'linux') return 'network namespaces are a part of Linux';
  if (process.getuid?.() !== 0) return 'only root can make network namespaces';
  const missing = ['ip', 'tc', FILTERS[family]].filter(
    (name) => !['/usr/sbin', '/sbin', '/usr/bin', '/bin'].some((folder) => existsSync(`${folder}/${name}`)),
  );
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`;
  const trial = `${PREFIX}${process.pid}-trial`;
  const within = ['netns', 'exec', trial];
  const rule = '-w -t raw -A PREROUTING -m statistic --mode random --probability 0.5 -j DROP';
  try {
    execFileSync('ip', ['netns', 'add', trial], { stdio: 'pipe' });
    execFileSync('ip', [...within, FILTERS[family], ...rule.split(' ')], { stdio: 'pipe' });
    const shape = 'qdisc add dev lo root tbf rate 1mbit burst 16kb latency 200ms';
    execFileSync('ip', [...within, 'tc', ...shape.split(' ')], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return `this kernel or container refuses: ${error instanceof Error ? error.message.trim() : error}`;
  } finally {
    spawnSync('ip', ['netns', 'del', trial]);
  }
}

/** A network namespace: separate interfaces, routes and packet filter for the processes started in it. */
export class Namespace {
  readonly name: string;

  private constructor(name: string) {
    this.name = name;
  }

  /** Creates a namespace with only a loopback interface. */
  static async create(name: string): Promise<Namespace> {
    const namespace = new Namespace(`${PREFIX}${process.pid}-${name}`);
    await execute('ip', ['netns', 'add', namespace.name]);
    await namespace.ip('link set lo up');
    return namespace;
  }

  /** Command prefix that runs a command in the namespace. The process keeps its id. */
  get within(): string[] {
    return ['ip', 'netns', 'exec', this.name];
  }

  /** @returns the command's output */
  async run(...command: string[]): Promise<string> {
    const [program = '', ...args] = [...this.within, ...command];
    return (await execute(program, args)).stdout;
  }

  async ip(words: string): Promise<void> {
    await execute('ip', ['-n', this.name, ...words.split(' ')]);
  }

  async tc(words: string): Promise<void> {
    await execute('tc', ['-n', this.name, ...words.split(' ')]);
  }

  /** Gives processes started in here from now on a separate DNS server: `ip netns exec` replaces files in /etc. */
  async askOwnNameServer(): Promise<void> {
    await mkdir(filesOf(this.name), { recursive: true });
    await writeFile(`${filesOf(this.name)}/resolv.conf`, 'nameserver 127.0.0.1\n');
  }

  /** Changes the rules of the packet filter. `-w` waits while another call uses the table. */
  async filter(family: Family, words: string): Promise<void> {
    await this.run(FILTERS[family], '-w', ...words.split(/ +/));
  }

  async remove(): Promise<void> {
    await remove(this.name);
  }
}

/** Removes the namespaces of runs that have ended, and their processes. */
export async function removeLeftovers(): Promise<void> {
  const { stdout } = await execute('ip', ['netns', 'list']);
  for (const line of stdout.split('\n')) {
    const [name = ''] = line.split(' ');
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isInteger(owner) && !existsSync(`/proc/${owner}`)) await remove(name);
  }
}

function filesOf(name: string): string {
  return `/etc/netns/${name}`;
}

async function remove(name: string): Promise<void> {
  const { stdout } = await execute('ip', ['netns', 'pids', name]);
  for (const pid of stdout.split('\n').filter(Boolean).map(Number)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended meanwhile.
    }
  }
  await execute('ip', ['netns', 'del', name]);
  await rm(filesOf(name), { recursive: true, force: true });
}
