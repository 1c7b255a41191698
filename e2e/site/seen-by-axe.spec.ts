import { isNewToAxe } from '../support/seen-by-axe.ts';
import { expect, test } from '../support/test.ts';

const SAME = '<main><p class="grey">One</p><a href="/x">Two</a></main>';
const CHANGES: readonly [string, string][] = [
  ['a class', '<main><p class="pale">One</p></main>'],
  ['a state', '<main><p class="grey">One</p><a href="/x" aria-current="page">Two</a></main>'],
  ['a place', '<main><div><p class="grey">One</p></div></main>'],
  ['a missing text', '<main><p class="grey">One</p><a href="/x"></a></main>'],
  ['an empty attribute', '<main><p class="grey">One</p><a href="">Two</a></main>'],
  ['a second landmark', '<main><p class="grey">One</p></main><main><p class="grey">One</p></main>'],
  ['another heading', '<main><h1>One</h1><h2>Two</h2></main>'],
  ['another order of headings', '<main><h2>One</h2><h1>Two</h1></main>'],
  ['an id used twice', '<main id="a"><p id="a" class="grey">One</p></main>'],
];

test('axe checks a page again only if something on it is of a new kind', async ({ page }) => {
  const isNew = async (body: string, rules = 'all') => {
    await page.setContent(body);
    return isNewToAxe(page, rules);
  };
  expect(await isNew(SAME)).toBe(true);
  expect(await isNew(SAME)).toBe(false);
  expect(await isNew(SAME.replace('One', 'Three').replace('/x', '/y'))).toBe(false);
  for (const [what, body] of CHANGES) expect([what, await isNew(body)]).toEqual([what, true]);
  expect(await isNew('<main id="a"><p id="a" class="grey">One</p></main>')).toBe(true);
  expect(await isNew(SAME, 'some')).toBe(true);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await isNew(SAME)).toBe(true);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await isNew(SAME)).toBe(true);
});
