import { descendants, residentBytes, watchShare } from '../call/processes.ts';

/** Resource use of the processes of one part of a server: `cores` in total and of `each`, memory in bytes. */
export type Usage = { name: string; cores: number; each: number[]; memory: number };

/** Name of this process and others doing the same. */
export const SENDERS = 'senders and receivers';

/** Command lines of our server's parts. PostgreSQL's processes are one part. */
const PARTS: readonly [name: string, of: (command: string) => boolean][] = [
  ['media worker', (command) => command.includes('mediasoup-worker')],
  ['media server', (command) => command.includes('media-server/main.ts')],
  ['RTMP server', (command) => command.includes('ingest/main.ts') || command.startsWith('ffmpeg ')],
  ['web server', (command) => command.includes('server/main.ts')],
  ['PostgreSQL', (command) => command.includes('postgres')],
];

/** @param pids of each part of a server, by name */
export type Parts = Map<string, number[]>;

/** Parts of a running `npm start`. @param pid its process */
export function partsOf(pid: number): Parts {
  const parts: Parts = new Map(PARTS.map(([name]) => [name, []]));
  for (const process of descendants(pid)) {
    const command = process.argv.join(' ');
    const name = PARTS.find(([, isPart]) => isPart(command))?.[0];
    if (name) parts.get(name)?.push(process.pid);
  }
  return parts;
}

/** @returns a function that returns the use of each part and this process since the call */
export function watch(parts: Parts): () => Usage[] {
  const all = new Map([...parts, [SENDERS, [process.pid, ...(parts.get(SENDERS) ?? [])]]]);
  const watched = [...all].map(([name, pids]) => ({
    name,
    pids,
    shares: pids.map((pid) => watchShare([pid])),
  }));
  return () =>
    watched.map(({ name, pids, shares }) => {
      const each = shares.map((share) => share() ?? 0);
      return { name, each, cores: each.reduce((sum, cores) => sum + cores, 0), memory: residentBytes(pids) };
    });
}
