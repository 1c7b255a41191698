import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectContrastOnAnyPicture } from './contrast.ts';
import { isNewToAxe } from './seen-by-axe.ts';

/**
 * Fails if a page violates one of axe's rules, or if something over a call's picture cannot be told apart on any
 * picture, which axe does not check. Axe takes half of a visit, so it is left out where it has checked all kinds of
 * elements of the page.
 * @param targetSize whether to include the rule on target size, which axe applies only on request
 */
export async function expectAccessible(page: Page, { targetSize = true } = {}): Promise<void> {
  const still = await page.evaluateHandle(holdStill);
  // Elements that browsers skip while out of sight may also have intermediate colours.
  await page.evaluate(() => {
    const skipped = document.querySelectorAll<HTMLElement>('[class*="content-visibility:auto"]');
    for (const element of skipped) element.style.contentVisibility = 'visible';
  });
  const isNew = await isNewToAxe(page, `target size: ${targetSize}`);
  const violations = isNew ? await findViolations(page, targetSize) : [];
  await still.evaluate((letMove) => letMove());
  expect(violations).toEqual([]);
  await expectContrastOnAnyPicture(page);
}

/** Violations of axe's rules: their ids, and the elements. */
async function findViolations(page: Page, targetSize: boolean): Promise<[id: string, elements: string[]][]> {
  const rules = { 'target-size': { enabled: targetSize } };
  // Legacy mode: axe would otherwise open an extra page each time, for frames that our pages do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Describing every element that passed takes a quarter of axe's time.
  const { violations } = await axe.options({ rules, resultTypes: ['violations'] }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/**
 * Ends transitions and appearances, and prevents others, because their intermediate colours have too little contrast:
 * controls of a call fade while nobody moves. Runs in the page. @returns lets the page move again
 */
function holdStill(): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(sheet);
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
