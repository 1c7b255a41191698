import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectContrastOnAnyPicture } from './contrast.ts';

/**
 * Fails if a page violates one of axe's rules, or if something over a call's picture cannot be told apart on any
 * picture, which axe does not check.
 * @param targetSize whether to include the rule on target size, which axe applies only on request
 */
export async function expectAccessible(page: Page, { targetSize = true } = {}): Promise<void> {
  // During a transition, colours are intermediate; even one without duration waits for the next frame.
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
  // Elements that browsers skip while out of sight may also have intermediate colours.
  await page.evaluate(() => {
    const skipped = document.querySelectorAll<HTMLElement>('[class*="content-visibility:auto"]');
    for (const element of skipped) element.style.contentVisibility = 'visible';
  });
  const rules = { 'target-size': { enabled: targetSize } };
  // Legacy mode: axe would otherwise open an extra page each time, for frames that our pages do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Describing every element that passed takes a quarter of axe's time.
  const { violations } = await axe.options({ rules, resultTypes: ['violations'] }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await expectContrastOnAnyPicture(page);
}
