import { randomInt } from 'node:crypto';
import { test as bare } from '@playwright/test';
import { expect, test as strict, watchConsole } from '../test.ts';

export { expectAccessible } from '../accessible.ts';
export { expect };

/** From an address of the range for benchmarks (RFC 2544), so that no two tests share a rate limit. */
const fromNewAddress = () => ({ 'X-Forwarded-For': `198.19.${randomInt(256)}.${randomInt(256)}` });

/** Each test comes from an address of its own. */
export const test = strict.extend({
  extraHTTPHeaders: async ({ locale: _ }, use) => use(fromNewAddress()),
});

/** For pages and forms that are answered with 4xx, which browsers report on the console. */
export const refusingTest = bare.extend({
  extraHTTPHeaders: async ({ locale: _ }, use) => use(fromNewAddress()),
  page: async ({ page }, use) => {
    const errors = watchConsole(page);
    await use(page);
    expect(errors.filter((error) => !error.includes('Failed to load resource'))).toEqual([]);
  },
});
