import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails where a page breaks one of axe's rules.
 * @param rules only these; else all that axe applies unasked
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Pages of ours hold no frames, for which axe would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
