import { setTimeout } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { Database } from '#db/client.ts';
import { bearer } from '#tests/support/people/people.ts';
import { httpClient, type Request } from '../http-client.ts';
import { type Load, loadOf, median } from '../load.ts';
import { fullestOwner, type Owner, ordinaryOwner } from './fullest-owner.ts';

/** Reads of everybody else at a time, and reads of the owner beside them. */
const OTHERS = 4;
const BESIDE = 2;
const ROUNDS = 3;
const REST_MS = 1_000;

const tomorrow = Temporal.Now.plainDateISO('UTC').add({ days: 1 }).toString();

/** What everybody else reads: lists, a streamer who is not that owner, when to book them. */
const othersRead = ({ id, urlname }: Owner): Request[] => [
  { path: '/' },
  { path: '/user' },
  { path: '/api/user' },
  { path: `/user/${urlname}` },
  { path: `/api/user/streamer/${id}/slots?from=${tomorrow}&days=7` },
];

/** Everything in which an owner's rows appear: first what anybody reads, then what they read themselves. */
function readsOf({ id, urlname, token }: Owner): Request[] {
  const own = [
    'availability',
    'booking',
    'schedule',
    'blocked',
    'favourites',
    'developer',
    'inquiry',
    'data',
  ];
  return [
    `/api/user/streamer/${id}/slots?from=${tomorrow}&days=42`,
    `/api/user/streamer/${id}/slots?from=${tomorrow}&days=42&zone=Asia/Kathmandu`,
    `/user/${urlname}`,
    `/user/${urlname}/book`,
    `/api/user/${id}`,
    `/api/review?producerId=${id}&size=100`,
    ...own.map((page) => `/personal/${page}`),
  ].map((path) => ({ path, headers: path.startsWith('/personal') ? bearer(token) : {} }));
}

/**
 * Prints how fast everybody else reads alone, beside reads of an ordinary owner, and beside as many reads of the owner
 * with the most of everything; and how long each read of that owner takes on its own.
 * @param ms of each measurement
 */
export async function measureReads(origin: string, db: Database, ms: number): Promise<void> {
  const [other, ordinary, fullest] = [
    await ordinaryOwner(db),
    await ordinaryOwner(db),
    await fullestOwner(db),
  ];
  const ask = httpClient(origin, OTHERS + BESIDE);
  console.log('\nReads of the owner with the most of everything, one at a time');
  for (const request of readsOf(fullest)) {
    const times = await timesOf(() => ask(request), 5);
    const { p50 } = loadOf(times, 0);
    console.log(
      `  ${p50.toFixed(0).padStart(6)} ms  ${request.path.replaceAll(fullest.id, 'ID').replace(fullest.urlname, 'NAME')}`,
    );
  }
  const beside: Record<string, Request[]> = {
    alone: [],
    'beside an ordinary owner': readsOf(ordinary),
    'beside the fullest owner': readsOf(fullest),
  };
  const rounds = new Map<string, Load[]>(Object.keys(beside).map((name) => [name, []]));
  const reads = othersRead(other);
  // Alternating, so that whatever else the machine does affects all three alike.
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, theirs] of Object.entries(beside))
      rounds.get(name)?.push(await readBeside(ask, reads, theirs, ms));
  console.log(`\nReads of everybody else, ${OTHERS} at a time, beside ${BESIDE} of an owner at a time`);
  const alone = median(rounds.get('alone') ?? []);
  for (const [name, loads] of rounds) {
    const { rate, p50, p99 } = median(loads);
    console.log(
      `  ${name.padEnd(25)} ${rate.toFixed(0).padStart(5)}/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms: ${(p99 / alone.p99).toFixed(1)} × alone`,
    );
  }
}

/** Reads in turn for `ms`, while others are read in turn beside them. */
async function readBeside(
  ask: (request: Request) => Promise<string>,
  reads: readonly Request[],
  theirs: readonly Request[],
  ms: number,
): Promise<Load> {
  const times: number[] = [];
  const end = performance.now() + ms;
  const inTurn = async (requests: readonly Request[], first: number, into?: number[]) => {
    for (let nth = first; performance.now() < end; nth++) {
      const request = requests[nth % requests.length];
      if (!request) return;
      const from = performance.now();
      await ask(request);
      into?.push(performance.now() - from);
    }
  };
  await Promise.all([
    ...Array.from({ length: OTHERS }, (_, nth) => inTurn(reads, nth, times)),
    ...Array.from({ length: BESIDE }, (_, nth) => inTurn(theirs, nth * Math.ceil(theirs.length / BESIDE))),
  ]);
  await setTimeout(REST_MS);
  return loadOf(times, ms);
}

async function timesOf(work: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < count; nth++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times;
}
