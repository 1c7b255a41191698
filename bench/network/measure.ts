import { setTimeout as sleep } from 'node:timers/promises';
import { moves, type NetworkCall, type Site } from '#e2e/network/call.ts';
import type { Lab } from '#e2e/network/lab.ts';
import type { Watch } from '#e2e/network/watch.ts';
import type { Scenario } from './scenarios.ts';

/** How long a call may take to recover after the end of the fault. */
const PATIENCE_MS = 45_000;
/** How long notices may stay on the screen after that. */
const NOTICE_MS = 30_000;
/** Wait before reading the recovered call's values: bit rates grow by about 8 % a second. */
const SETTLE_MS = 10_000;

/** Measurements of one fault in one call. */
export type Row = {
  /** In s: longest time without a new frame, and without sound. */
  still: number;
  silent: number;
  /** Seconds from the end of the fault until picture and sound had recovered for good; null if they did not. */
  backAfter: number | null;
  said: { host: string[]; guest: string[] };
  /** Resolution, bit rate and protocol at the moments noted by the scenario, and at the end. */
  received: string[];
};

/** Applies a fault to a running call, and measures from its beginning until the call has settled. */
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

/** Texts with their time on the screen, except those already shown before the fault that stay. */
function said(watch: Watch, from: number, to: number): string[] {
  return watch.said(from, to).map(({ text, seconds, until }) => {
    const stays = until >= to ? ', still there' : '';
    return `“${text}” (${seconds.toFixed(1)} s${stays})`;
  });
}
