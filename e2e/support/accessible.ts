import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectContrastOnAnyPicture } from './contrast.ts';

/**
 * Fails if a page violates one of axe's rules, or if something over a call's picture cannot be told apart on any picture,
 * which axe does not judge.
 * @param targetSize whether to include the rule on target size, which axe applies only on request
 */
export async function expectAccessible(page: Page, { targetSize = true } = {}): Promise<void> {
  // Colours are those of a moment while they change; also a change that takes no time waits for the next frame.
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
  // What browsers skip while it is out of sight may have the colours of another moment, too.
  await page.evaluate(() => {
    const skipped = document.querySelectorAll<HTMLElement>('[class*="content-visibility:auto"]');
    for (const element of skipped) element.style.contentVisibility = 'visible';
  });
  const rules = { 'target-size': { enabled: targetSize } };
  // Legacy mode: our pages have no frames, for which axe would otherwise open an extra page each time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Describing every element that passed takes a quarter of its time.
  const { violations } = await axe.options({ rules, resultTypes: ['violations'] }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await expectContrastOnAnyPicture(page);
}
