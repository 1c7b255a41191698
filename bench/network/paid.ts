import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Browsers,
  launchBrowsers,
  moves,
  type NetworkCall,
  openPages,
  type Site,
  startSite,
} from '#e2e/network/call.ts';
import { Lab } from '#e2e/network/lab.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import { paidRoomSchema } from '#tests/support/market/paid-room.ts';
import type { Cleanup } from '../call/cleanup.ts';
import { databaseOf } from '../call/processes.ts';
import { killMediaServer } from './scenarios.ts';
import { HELPER } from './soak.ts';

const START_MS = 60_000;
const PATIENCE_MS = 60_000;
const seconds = (count: number) => sleep(count * 1000);

type Case = { title: string; strike(lab: Lab, call: NetworkCall, site: Site): Promise<void> };

/** Faults; each has ended when `strike` resolves. */
const CASES: readonly Case[] = [
  { title: 'no loss, 30 s', strike: () => seconds(30) },
  ...[5, 30, 40, 50].map((percent) => ({
    title: `${percent} % of packets lost, for 30 s`,
    async strike({ paths }: Lab) {
      await paths.guest.lose(percent / 100);
      await seconds(30);
    },
  })),
  ...[3, 20].map((count) => ({
    title: `the guest's path cut for ${count} s`,
    async strike({ paths }: Lab) {
      await paths.guest.cut();
      await seconds(count);
    },
  })),
  {
    title: "the host's camera off for 10 s",
    async strike(_, { host }) {
      const camera = host.getByRole('button', { name: 'Turn camera off' });
      await camera.click();
      await seconds(10);
      await camera.click();
    },
  },
  {
    title: 'the media server killed, started again after 1 s',
    async strike(lab, _, site) {
      await killMediaServer(lab, site);
      await seconds(10);
    },
  },
];

/**
 * `--paid`: compares the billed time of a paid call under each fault with the time the guest's browser decoded
 * pictures, and the pictures' quality.
 * @returns a table
 */
export async function paid(cleanup: Cleanup): Promise<string> {
  const lab = await Lab.open();
  cleanup.add(() => lab.close());
  const browsers = await launchBrowsers(lab, {
    projection: 'equirectangular',
    ...videoTarget('LOW', 'equirectangular'),
  });
  for (const browser of Object.values(browsers)) cleanup.add(() => browser.close());
  const site = await startSite(lab);
  cleanup.add(() => site.stop());
  const rows = [
    ['Fault', 'Decoded, s', 'Billed, s', 'Billed less decoded, s', 'Frames a second', 'Longest still, s'],
    ['---', '--:', '--:', '--:', '--:', '--:'],
  ];
  for (const one of CASES) {
    const row = await measure(one, lab, site, browsers);
    console.log(row.join(', '));
    rows.push(row);
  }
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

async function measure(one: Case, lab: Lab, site: Site, browsers: Browsers): Promise<string[]> {
  const url = databaseOf(site.stack.pid);
  const helper = ['env', `NODE_EXTRA_CA_CERTS=${site.certFile}`, process.execPath, HELPER];
  const made = await lab.servers.run(...helper, 'paid', url, site.origin);
  const { token, streamId, headers } = paidRoomSchema.parse(JSON.parse(made));
  const call = await openPages(browsers, site.origin, headers);
  const { host, guest, watches } = call;
  await host.goto(`/room/host/${token}?skip=true`);
  await host
    .getByText(/^Waiting/)
    .first()
    .waitFor({ timeout: START_MS });
  await guest.goto(`/room/guest/${token}?skip=true`);
  await moves(watches.guest, START_MS);
  const from = Date.now();
  await one.strike(lab, call, site);
  const to = Date.now();
  await lab.paths.guest.mend();
  const isBack = await moves(watches.guest, PATIENCE_MS);
  await guest.getByRole('button', { name: 'Leave' }).click();
  await guest.getByText(/^Delivered: /).waitFor();
  const decoded = watches.guest.decodedFor();
  await call.close();
  // The meter is written at the next check after the room has ended.
  await seconds(3);
  const billed = Number(await lab.servers.run(...helper, 'billed', url, streamId)) / 1000;
  const title = isBack ? one.title : `${one.title} (the call did not come back)`;
  const picture = [watches.guest.frameRate(from, to), watches.guest.still(from, to)];
  return [title, ...[decoded, billed, billed - decoded, ...picture].map((value) => value.toFixed(1))];
}
