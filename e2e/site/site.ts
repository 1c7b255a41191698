import { randomInt } from 'node:crypto';
import { test as bare } from '@playwright/test';
import { expect, test as strict, watchConsole } from '../test.ts';

export { expectAccessible } from '../accessible.ts';
export { expect };

/** An address in the range for benchmarks (RFC 2544), so that no two tests share a rate limit. */
const fromNewAddress = () => ({ 'X-Forwarded-For': `198.19.${randomInt(256)}.${randomInt(256)}` });

/** A fresh address per test. */
export const test = strict.extend({
  extraHTTPHeaders: async ({ locale: _ }, use) => use(fromNewAddress()),
});

/** For pages and forms answered with 4xx, which browsers log to the console. */
export const refusingTest = bare.extend({
  extraHTTPHeaders: async ({ locale: _ }, use) => use(fromNewAddress()),
  page: async ({ page }, use) => {
    const errors = watchConsole(page);
    await use(page);
    expect(errors.filter((error) => !error.includes('Failed to load resource'))).toEqual([]);
  },
});
