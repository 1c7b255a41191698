import { randomInt } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { test as bare, type Page } from '@playwright/test';
import { expect, test as strict, watchConsole } from '../test.ts';

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

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
