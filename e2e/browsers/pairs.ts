import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { newAddress } from '#tests/support/servers/client.ts';
import { test as callTest, launchWithCamera, startCall, withPage } from '../call/support/people.ts';
import { ensureFilm } from '../film/film.ts';
import { expect, watchConsole } from '../support/test.ts';
import { Desktop } from './desktop.ts';
import { launchFirefox } from './firefox.ts';
import { keepSaved } from './saved.ts';
import { expectCall } from './seen.ts';

export { expect };

export type Engine = 'chromium' | 'firefox';
export type Pair = { host: Engine; guest: Engine };

/** Each browser is the host once and the guest once, with another browser or one of the same kind. */
export const PAIRS: readonly Pair[] = [
  { host: 'chromium', guest: 'firefox' },
  { host: 'firefox', guest: 'chromium' },
  { host: 'firefox', guest: 'firefox' },
];

type Launch = (engine: Engine) => Promise<Browser>;
type Call = {
  host: Page;
  guest: Page;
  /** Of both pages. */
  errors(): string[];
};

type Fixtures = {
  /** The browsers of the two people. */
  pair: Pair;
  /** Pages in a running call, which the tests of a pair share. */
  call: Call;
};

/**
 * The running call that tests share, because starting one takes most of a short test. After a failure Playwright
 * replaces the worker, and with it the call.
 */
class SharedCall {
  readonly #launch: Launch;
  #running: { pair: Pair; call: Call } | undefined;

  constructor(launch: Launch) {
    this.#launch = launch;
  }

  async of(pair: Pair, options: BrowserContextOptions): Promise<Call> {
    const running = this.#running;
    if (running?.pair.host === pair.host && running.pair.guest === pair.guest) return running.call;
    await this.end();
    const [host, guest] = [await this.#open(pair.host, options), await this.#open(pair.guest, options)];
    const errors = [watchConsole(host), watchConsole(guest)];
    const call = { host, guest, errors: () => errors.flat() };
    this.#running = { pair, call };
    await startCall(host, guest);
    await expectCall(host, guest);
    return call;
  }

  async #open(engine: Engine, options: BrowserContextOptions): Promise<Page> {
    const extraHTTPHeaders = { 'X-Forwarded-For': newAddress() };
    const context = await (await this.#launch(engine)).newContext({ ...options, extraHTTPHeaders });
    const page = await context.newPage();
    await keepSaved(page);
    return page;
  }

  async end(): Promise<void> {
    const { host, guest } = this.#running?.call ?? {};
    this.#running = undefined;
    await host?.context().close();
    await guest?.context().close();
  }
}

/** Two people with 360° cameras, in the browsers of a pair. */
export const test = callTest.extend<Fixtures, { launch: Launch; sharedCall: SharedCall }>({
  pair: [{ host: 'chromium', guest: 'firefox' }, { option: true }],
  launch: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const desktop = await Desktop.open();
      const film = await ensureFilm({ projection: 'equirectangular', width: 1280, height: 640 });
      const launched = new Map<Engine, Promise<Browser>>();
      await use((engine) => {
        const browser =
          launched.get(engine) ?? (engine === 'chromium' ? launchWithCamera(film) : launchFirefox(desktop));
        launched.set(engine, browser);
        return browser;
      });
      for (const browser of launched.values()) await (await browser).close();
      await desktop.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  sharedCall: [
    async ({ launch }, use) => {
      const shared = new SharedCall(launch);
      await use(shared);
      await shared.end();
    },
    { scope: 'worker' },
  ],
  call: async ({ sharedCall, pair, site, viewport, expectedErrors }, use) => {
    const call = await sharedCall.of(pair, { baseURL: site, viewport });
    await use(call);
    expect(call.errors().filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual(
      [],
    );
  },
  host: async ({ launch, sharedCall, pair, person, expectedErrors }, use) => {
    // Two calls at once would be slow.
    await sharedCall.end();
    const browser = await launch(pair.host);
    await withPage(await browser.newContext(person), use, expectedErrors);
  },
  guest: async ({ launch, pair, person, expectedErrors }, use) => {
    const browser = await launch(pair.guest);
    await withPage(await browser.newContext(person), use, expectedErrors);
  },
});
