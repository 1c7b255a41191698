import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDatabase } from '#db/migrate.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { runChild } from '#scripts/processes/child.ts';
import { root } from '#scripts/stack/settings.ts';
import { ensureWebBuild } from '#scripts/stack/web-build.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { httpClient } from '../http-client.ts';
import { type Load, loadOf, underLoad } from '../load.ts';
import { weighPages } from './browser.ts';

const PAGES = ['/', '/blog', '/user'] as const;
/** Target rate, in requests per second. */
const RATE = 50;
const CONNECTIONS = 16;
const STEADY_MS = 10_000;
const FULL_MS = 5_000;
const AT_ONCE = 8;

/**
 * `npm run bench:web`: response times of pages' HTML, at a steady rate and at maximum throughput, on the embedded
 * PostgreSQL with the demo's content, and what a browser loads of them. Prints measurements without judging them.
 */
async function benchWeb(): Promise<void> {
  await ensureWebBuild(root, console.log);
  const cluster = await startTemporaryCluster();
  const files = await mkdtemp(join(tmpdir(), 'panocall-files-'));
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: cluster.url(),
    STORAGE_FOLDER: files,
    COOKIE_SECRET: randomBytes(32).toString('hex'),
    TICKET_SECRET: randomBytes(32).toString('hex'),
  };
  try {
    await migrateDatabase(cluster.url());
    await runChild([process.execPath, 'scripts/seed-demo.ts'], {
      cwd: root,
      env: { ...process.env, ...env },
    });
    const server = await startWebServer(cluster.url(), { ...env, LOG_LEVEL: 'warn' });
    try {
      await measure(server.url);
      await weighPages(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
    await rm(files, { recursive: true });
  }
}

async function measure(origin: string): Promise<void> {
  const ask = httpClient(origin, CONNECTIONS);
  const heads = [`p50 ms at ${RATE}/s`, `p99 ms at ${RATE}/s`, 'requests/s', 'p50 ms', 'p99 ms'];
  console.log(`${''.padEnd(8)}${heads.map((head) => head.padStart(16)).join('')}`);
  for (const path of PAGES) {
    const page = () => ask({ path, headers: { Accept: 'text/html' } });
    // Warm-up: loading and compiling at the first requests is not typical.
    await underLoad(page, AT_ONCE, 2_000);
    const steady = await atRate(page, RATE, STEADY_MS);
    const full = await underLoad(page, AT_ONCE, FULL_MS);
    const cells = [steady.p50, steady.p99, full.rate, full.p50, full.p99].map((value) => value.toFixed(1));
    console.log(`${path.padEnd(8)}${cells.map((cell) => cell.padStart(16)).join('')}`);
  }
  console.log(`\nAim: p99 under 50 ms at ${RATE} requests/s.`);
}

/** Starts work at a steady rate, whether or not earlier work is done, so that waiting counts in full. */
async function atRate(work: () => Promise<unknown>, rate: number, ms: number): Promise<Load> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < (rate * ms) / 1000; n++) {
    const due = start + (n * 1000) / rate;
    await sleep(Math.max(0, due - performance.now()));
    running.push(work().then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(running);
  return loadOf(times, performance.now() - start);
}

await benchWeb();
