import { test as bare } from '@playwright/test';
import { newAddress } from '#tests/support/servers/client.ts';
import { expect, test as strict, watchConsole } from '../support/test.ts';

export { expectAccessible } from '../support/accessible.ts';
export { expect };

/** Rate limits are per address. */
const fromNewAddress = () => ({ 'X-Forwarded-For': newAddress() });

/** Each test has a new address. */
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
