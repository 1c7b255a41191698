import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { launchBrowsers, moves, type Site, startCall, startSite } from '#e2e/network/call.ts';
import { Lab } from '#e2e/network/lab.ts';
import type { NetworkPath } from '#e2e/network/network-path.ts';
import { SEAT_GRACE_MS } from '#protocol/limits.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import type { Cleanup } from '../call/cleanup.ts';
import { databaseOf, descendants, residentBytes } from '../call/processes.ts';

export const HELPER = fileURLToPath(new URL('./in-servers.ts', import.meta.url));
const MEDIA_PORT = 3001;
const FAULT_MS = 10_000;
const PATIENCE_MS = 60_000;

/** Faults that end by themselves or with `mend`; a call survives each. */
const FAULTS: readonly { name: string; strike(path: NetworkPath): Promise<void> }[] = [
  { name: '5 % loss', strike: (path) => path.lose(0.05) },
  { name: '0.5 Mbit/s', strike: (path) => path.limit(0.5) },
  { name: 'UDP closed', strike: (path) => path.cut({ protocol: 'udp' }) },
  { name: 'path cut', strike: (path) => path.cut() },
  { name: 'another address', strike: (path) => path.changeAddress() },
];

/** Memory in MB and open handles of each process, and row counts of each table. */
type Usage = { processes: { name: string; pid: number; memory: number; handles: number }[]; rows: Rows };
type Rows = Record<string, number>;

/**
 * `--soak`: pairs that enter and leave, then one long call with random faults. Prints the servers' memory, handles and
 * rows at the beginning, between the two and at the end.
 */
export async function soak(joins: number, minutes: number, cleanup: Cleanup): Promise<void> {
  const lab = await Lab.open();
  cleanup.add(() => lab.close());
  // Each joining client has its own address.
  const site = await startSite(lab, { TRUST_PROXY: '1', MEDIA_PORT: String(MEDIA_PORT) });
  cleanup.add(() => site.stop());
  // The first few fill caches and pools.
  await joinAndLeave(lab, site, 10);
  console.log(`At the beginning\n${printed(await usage(lab, site))}`);
  await joinAndLeave(lab, site, joins);
  console.log(`\nAfter ${joins} joins and leaves\n${printed(await usage(lab, site))}`);
  await longCall(lab, site, minutes, cleanup);
  await sleep(SEAT_GRACE_MS * 2);
  console.log(`\nAfter a call of ${minutes} minutes\n${printed(await usage(lab, site))}`);
}

async function joinAndLeave(lab: Lab, { origin, certFile }: Site, count: number): Promise<void> {
  const command = ['env', `NODE_EXTRA_CA_CERTS=${certFile}`, process.execPath, HELPER];
  await lab.servers.run(...command, 'joins', String(count), origin, String(MEDIA_PORT));
  // Wait until the vanished clients' rooms have been given up.
  await sleep(SEAT_GRACE_MS * 2);
}

async function longCall(lab: Lab, site: Site, minutes: number, cleanup: Cleanup): Promise<void> {
  const browsers = await launchBrowsers(lab, {
    projection: 'equirectangular',
    ...videoTarget('LOW', 'equirectangular'),
  });
  for (const browser of Object.values(browsers)) cleanup.add(() => browser.close());
  const call = await startCall(browsers, site);
  const path = lab.paths.guest;
  const end = Date.now() + minutes * 60_000;
  for (let count = 1; Date.now() < end; count++) {
    const fault = FAULTS[Math.floor(Math.random() * FAULTS.length)];
    if (!fault) continue;
    await fault.strike(path);
    await sleep(FAULT_MS);
    await path.mend();
    const isBack = await moves(call.watches.guest, PATIENCE_MS);
    console.log(
      `Fault ${count}, ${fault.name}: ${isBack ? 'the call went on' : 'the call did not come back'}`,
    );
    if (!isBack) break;
  }
  const leave = call.guest.getByRole('button', { name: 'Leave' });
  if (await leave.isVisible()) await leave.click();
  await call.close();
}

async function usage(lab: Lab, site: Site): Promise<Usage> {
  const running = descendants(site.stack.pid).filter(({ argv }) => argv[0] !== 'sh' && argv[0] !== 'sleep');
  const processes = running.map(async ({ pid, argv }) => {
    const handles = await readdir(`/proc/${pid}/fd`);
    return { name: nameOf(argv), pid, memory: residentBytes([pid]) / 2 ** 20, handles: handles.length };
  });
  const url = databaseOf(site.stack.pid);
  const rows = await lab.servers.run(process.execPath, HELPER, 'rows', url);
  return {
    // Excludes PostgreSQL's processes, which come and go with connections.
    processes: (await Promise.all(processes)).filter(({ name }) => !name.startsWith('postgres:')),
    rows: z.record(z.string(), z.number()).parse(JSON.parse(rows)),
  };
}

/** Name of a server's script, or of the program. */
function nameOf(argv: readonly string[]): string {
  return argv.find((word) => word.endsWith('.ts')) ?? argv[0]?.split('/').at(-1) ?? '';
}

function printed({ processes, rows }: Usage): string {
  const lines = processes.map(
    ({ name, pid, memory, handles }) =>
      `${name.padEnd(24)} ${String(pid).padStart(7)} ${memory.toFixed(0).padStart(5)} MB ${String(handles).padStart(5)} handles`,
  );
  const filled = Object.entries(rows).filter(([, count]) => count > 0);
  return [...lines, `Rows: ${filled.map(([table, count]) => `${table} ${count}`).join(', ')}`].join('\n');
}
