import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails where a page breaks one of axe's rules.
 * @param targetSize whether the rule about the size of targets, which axe applies only if asked, is among them
 */
export async function expectAccessible(page: Page, { targetSize = true } = {}): Promise<void> {
  const rules = { 'target-size': { enabled: targetSize } };
  // Pages of ours hold no frames, for which axe would open a page of its own each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ rules }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
