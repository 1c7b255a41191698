import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions, pageLaunchOptions } from './e2e/support/browser.ts';
import { freePort } from './scripts/processes/ports.ts';

/**
 * Chooses a free port, once: Playwright loads this file in each of its processes, which inherit the first one's choice.
 */
async function port(variable: string): Promise<string> {
  const chosen = process.env[variable] ?? String(await freePort());
  process.env[variable] = chosen;
  return chosen;
}

// Folder of the site's emails, for tests that follow their links.
process.env.E2E_MAIL ??= await mkdtemp(join(tmpdir(), 'panocall-e2e-mail-'));

// File with the URL of the site's database, for tests of what otherwise takes minutes or days.
process.env.E2E_DATABASE_FILE ??= join(await mkdtemp(join(tmpdir(), 'panocall-e2e-database-')), 'url');

const env = {
  E2E_DATABASE_FILE: process.env.E2E_DATABASE_FILE,
  HOST: '127.0.0.1',
  PORT: await port('E2E_PORT'),
  MEDIA_HOST: '127.0.0.1',
  MEDIA_PORT: await port('E2E_MEDIA_PORT'),
  MEDIA_HEALTH_PORT: await port('E2E_MEDIA_HEALTH_PORT'),
  METRICS_PORT: '0',
  RTC_PORT: '0',
  RTMP_PORT: await port('E2E_RTMP_PORT'),
  PULL_PORT: await port('E2E_PULL_PORT'),
  CAMERA_HOSTS: `127.0.0.1:${await port('E2E_CAMERA_PORT')}`,
  MAIL_FOLDER: process.env.E2E_MAIL,
  SANDBOX_API_PORT: await port('E2E_SANDBOX_PORT'),
  SANDBOX_PAGES_PORT: await port('E2E_SANDBOX_PAGES_PORT'),
  // Lets tests set the client's address.
  TRUST_PROXY: '1',
  LOG_LEVEL: 'warn',
};

/**
 * Calls and spheres, whose tests decode and render video on the CPU, so that two at once would only be slower. And the
 * home page, whose tests require that nothing moves while it loads.
 */
const CALLS = ['{call,home,network,sphere}/**/*.spec.ts', 'admin/room.spec.ts'].map(
  (files) => `**/e2e/${files}`,
);
const PAGE = { launchOptions: pageLaunchOptions };
const SPECS = '**/*.spec.ts';
/** Bookings and streams in each state: as long as all other tests of people. */
const SOLD = '**/sold.spec.ts';

export default defineConfig({
  // Tests of a project run one after another. Projects can run in parallel: they share a site, but no rows.
  projects: [
    // Each worker has its own site.
    { name: 'people', testDir: 'e2e/people', testMatch: SPECS, testIgnore: SOLD, workers: 2, use: PAGE },
    { name: 'sold', testDir: 'e2e/people', testMatch: SOLD, workers: 1, use: PAGE },
    {
      name: 'pages',
      use: PAGE,
      testDir: 'e2e',
      testMatch: SPECS,
      testIgnore: [...CALLS, '**/e2e/{browsers,people,walk}/**'],
      workers: 1,
    },
    { name: 'walk', testDir: 'e2e/walk', testMatch: SPECS, workers: 1, use: PAGE },
    { name: 'calls', testDir: 'e2e', testMatch: CALLS, workers: 1 },
    { name: 'browsers', testDir: 'e2e/browsers', testMatch: SPECS, workers: 1 },
    { name: 'smoke', testDir: 'e2e', testMatch: CALLS, grep: /@smoke/, workers: 1 },
    { name: 'firefox', testDir: 'e2e/browsers', testMatch: SPECS, grep: /@smoke/, workers: 1 },
  ],
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${env.PORT}`,
    launchOptions,
    // With the clock of 24 hours, which readers without a region have, too.
    locale: 'en-GB',
    // Tests intercept requests, which is impossible for a service worker's.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Tracing every test takes a sixth of the run; `npx playwright test FILE --trace on` records one.
    trace: 'off',
  },
  webServer: {
    // Without exec, the shell in between would outlive a killed Playwright.
    command: `exec "${process.execPath}" scripts/start.ts --temporary --demo`,
    env,
    // Printed last. Playwright passes the named group to the tests as ADMIN_PASSWORD.
    wait: { stdout: /Administrator: admin, password: (?<admin_password>\S+)/ },
    // The site may have to be built first, or even the media worker.
    timeout: 15 * 60_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
