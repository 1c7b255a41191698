import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openDatabase } from '#db/client.ts';
import { startStack } from '#scripts/testing/stack.ts';
import { messageSender } from './messages.ts';
import { collectGarbage, databaseOf, lasting, memoryOf } from './processes.ts';
import { measureReads } from './reads.ts';
import { requestSender } from './requests.ts';
import { Tally } from './tally.ts';

/** How often memory is printed during the messages, and during the requests. */
const POINTS = 5;
/** Maximum number of failures printed. */
const SHOWN = 20;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    messages: { type: 'string', default: '1000000' },
    reads: { type: 'string', default: '20' },
  },
});
const amount = z.coerce.number().int().min(POINTS);
const seconds = z.coerce.number().int().min(0);

/**
 * `npm run bench:abuse [-- --requests 2000 --messages 20000 --reads 5]`: measures everybody's reads beside those of an
 * owner with the most of everything, each for the seconds of `--reads`. Then sends random messages and requests, valid and broken, to
 * all servers of `npm start`, without the site's rate limits. Prints their results and the processes' memory, which
 * must stay constant. Exit code 1 if an answer is a 5xx other than 503 with Retry-After, or a process has ended.
 */
async function benchAbuse(messages: number, requests: number, readsMs: number): Promise<void> {
  const stack = await startStack({
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import=${new URL('collect.ts', import.meta.url)}`,
  });
  const db = openDatabase(await databaseOf(stack.pid));
  const failures: string[] = [];
  let log = '';
  try {
    if (readsMs > 0) await measureReads(stack.origin, db, readsMs);
    const before = lasting(stack.pid);
    await printMemory('at the start', stack.pid);

    const sender = messageSender(stack.origin);
    await inSteps('messages', messages, sender.send, stack.pid);
    sender.end();
    report('messages', sender.messages);
    report('closed sockets', sender.sockets);

    const ofRequests = new Tally();
    const sendRequests = await requestSender(stack.origin, db, ofRequests);
    await inSteps('requests', requests, sendRequests, stack.pid);
    report('requests', ofRequests);

    const after = new Set(lasting(stack.pid));
    failures.push(...sender.messages.failures, ...ofRequests.failures);
    for (const pid of before) if (!after.has(pid)) failures.push(`process ${pid} has ended`);
    log = await readFile(stack.logFile, 'utf8');
    failures.push(...log.split('\n').filter((line) => line.includes('exited unexpectedly')));
  } finally {
    await db.$client.end();
    await stack.stop();
  }
  console.log(failures.length === 0 ? '\nNothing failed.' : `\n${failures.length} failures:`);
  if (failures.length === 0) return;
  for (const failure of failures.slice(0, SHOWN)) console.log(`  ${failure}`);
  console.log(`\nThe end of the log:\n${log.trim().split('\n').slice(-SHOWN).join('\n')}`);
  process.exitCode = 1;
}

/** Sends `count` items in POINTS steps, and prints the rate and the memory after each step. */
async function inSteps(
  what: string,
  count: number,
  send: (count: number) => Promise<void>,
  pid: number,
): Promise<void> {
  const startedAt = performance.now();
  for (let step = 1, sent = 0; step <= POINTS; step++) {
    const next = Math.round((count * step) / POINTS);
    await send(next - sent);
    sent = next;
    await printMemory(`${sent} ${what}`, pid);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`\n${count} ${what} in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} ${what}/s`);
}

async function printMemory(when: string, pid: number): Promise<void> {
  await collectGarbage(pid);
  const parts = [...memoryOf(pid)].map(([part, bytes]) => `${part} ${(bytes / 2 ** 20).toFixed(0)} MiB`);
  console.log(`${when.padEnd(18)} ${parts.join(', ')}`);
}

function report(what: string, tally: Tally): void {
  console.log(`${what} by result: ${tally}`);
}

await benchAbuse(
  amount.parse(values.messages),
  amount.parse(values.requests),
  1000 * seconds.parse(values.reads),
);
