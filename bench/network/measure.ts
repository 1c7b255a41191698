import { setTimeout as sleep } from 'node:timers/promises';
import { moves, type NetworkCall, type Site } from '#e2e/network/call.ts';
import type { Lab } from '#e2e/network/lab.ts';
import type { Watch } from '#e2e/network/watch.ts';
import type { Scenario } from './scenarios.ts';

/** How long a call may take to come back after the fault is over. */
const PATIENCE_MS = 45_000;
/** Then, how long notices may stay. */
const NOTICE_MS = 30_000;
/** From then on, until what came back is read: bit rates grow by about 8 % a second. */
const SETTLE_MS = 10_000;

/** One fault in one call. */
export type Row = {
  /** Seconds. */
  still: number;
  silent: number;
  /** From the end of the fault until picture and sound had come back for good; null if they did not. */
  backAfter: number | null;
  said: { host: string[]; guest: string[] };
  /** Resolution, bit rate and protocol at the moments that the scenario noted, and at the end. */
  received: string[];
};

/** Lets a running call suffer a fault, and measures from its beginning until the call has settled. */
export async function measure(
  scenario: Scenario,
  lab: Lab,
  call: NetworkCall,
  site: Site | null,
): Promise<Row> {
  const { guest, host } = call.watches;
  const received: string[] = [];
  const note = (name: string) => void received.push(`${name}: ${pictureNow(guest)}`);
  const calm = [host, guest].map((watch) => ({ watch, texts: watch.latest?.says ?? [] }));
  const from = Date.now();
  await scenario.strike({ lab, call, site, note });
  const over = Date.now();
  const isBack = await moves(guest, PATIENCE_MS);
  if (isBack) {
    const isCalm = () =>
      calm.every(({ watch, texts }) => watch.latest?.says.every((text) => texts.includes(text)));
    for (const end = Date.now() + NOTICE_MS; !isCalm() && Date.now() < end; ) await sleep(100);
    await sleep(SETTLE_MS);
  }
  const to = Date.now();
  note('after');
  return {
    still: guest.still(from, to),
    silent: guest.silent(from, to),
    backAfter: isBack ? Math.max(0, guest.backAt(over, to) - over) / 1000 : null,
    said: { host: said(host, from, to), guest: said(guest, from, to) },
    received,
  };
}

function pictureNow(watch: Watch): string {
  const now = Date.now();
  if (watch.still(now - 3_000, now) >= 3) return 'no picture';
  const { width, height, protocol } = watch.latest ?? {};
  return `${width}×${height}, ${watch.rate(now).toFixed(1)} Mbit/s over ${protocol?.toUpperCase()}`;
}

/** Texts with their time on the screen; those that were there before the fault and stay are no news. */
function said(watch: Watch, from: number, to: number): string[] {
  return watch.said(from, to).map(({ text, seconds, until }) => {
    const stays = until >= to ? ', still there' : '';
    return `“${text}” (${seconds.toFixed(1)} s${stays})`;
  });
}
