import { expect, type Page, type Request } from '@playwright/test';
import { LANGUAGES, type Language, localePath } from '#app/i18n/languages.ts';
import { expectAccessible } from '../support/accessible.ts';
import { hydrated } from '../support/test.ts';
import { PAGES, type Place, ROLES, type Role } from './pages.ts';
import { test, type Visitor } from './visitors.ts';

const NARROWEST = 360;

/** Replaces map tiles, which come from another site. */
const TILE = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>',
};

/** Each page is checked on both: narrow and wide layouts can violate different rules. */
const SCREENS: Record<Language, { colorScheme: 'light' | 'dark'; width: number; height: number }> = {
  en: { colorScheme: 'light', width: 1280, height: 800 },
  es: { colorScheme: 'dark', width: NARROWEST, height: 740 },
};

for (const role of ROLES) {
  test.describe(`as ${role}`, () => {
    const places = Object.values(PAGES).flat();
    for (const place of places.filter(({ roles }) => roles?.includes(role) ?? true)) {
      test(`${place.path}`, async ({ visitors, made }) => {
        const visitor = visitors[role];
        const path = place.path.replace(/:([\w-]+)/, (_, name) => made.get(name) ?? '');
        for (const language of place.languages ?? languagesFor(place, role)) {
          await visit(visitor, { ...place, path }, role, language);
        }
      });
    }
  });
}

/**
 * A public page differs by role only in its header: each role sees it in one language, administrators in the other one.
 */
function languagesFor(place: Place, role: Role): readonly Language[] {
  if (place.for || role === 'stranger') return LANGUAGES;
  return role === 'user' ? ['es'] : ['en'];
}

async function visit({ page, errors }: Visitor, place: Place, role: Role, language: Language): Promise<void> {
  const address = localePath(place.path, language);
  const end = destination(place, role, language);
  if (end !== undefined) {
    // Only the redirect is checked: its target is visited separately.
    const answer = await page.request.get(address);
    const { pathname, search } = new URL(answer.url());
    expect([answer.status(), pathname + search]).toEqual([200, end]);
    return;
  }
  const before = errors.length;
  const status = typeof place.status === 'object' ? (place.status[role] ?? 200) : (place.status ?? 200);
  const { colorScheme, width, height } = SCREENS[language];
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
  // Only for maps: intercepting requests disables the browser's cache.
  if (place.hasMap) await page.route(/tile\.openstreetmap/, (route) => route.fulfill(TILE));
  const asked: string[] = [];
  const note = (request: Request) => asked.push(request.url());
  page.on('request', note);
  const answer = await page.goto(address);
  await expect(page).toHaveURL(address);
  expect(answer?.status()).toBe(status);
  await hydrated(page);
  await expectSound(page, place, language);
  if (place.hasMap) await page.unrouteAll();
  page.off('request', note);
  const { origin } = new URL(page.url());
  // Neither Stripe nor anyone else learns about visits.
  const foreign = asked.filter((url) => url.startsWith('http') && new URL(url).origin !== origin);
  expect(foreign.filter((url) => !place.hasMap || !url.includes('tile.openstreetmap'))).toEqual([]);
  const expected = status >= 400 ? /Failed to load resource/ : /^$/;
  expect(errors.slice(before).filter((error) => !expected.test(error))).toEqual([]);
}

/** The redirect target for a role; `undefined`: the page is shown. */
function destination(place: Place, role: Role, language: Language): string | undefined {
  const to = localePath(place.leadsTo ?? place.path, language);
  if (place.for === 'stranger') return role === 'stranger' ? undefined : localePath('/', language);
  if (place.for && role === 'stranger') {
    return `${localePath('/login', language)}?redirectTo=${encodeURIComponent(to)}`;
  }
  if (place.for === 'admin' && role === 'user') return localePath('/', language);
  return place.leadsTo && to;
}

async function expectSound(page: Page, place: Place, language: Language): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveCount(1);
  if (place.heading) await expect(heading).toHaveText(place.heading[LANGUAGES.indexOf(language)] ?? '');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page).toHaveTitle(/^.*\bPanocall\b.*$/);
  // Indexable pages need a description.
  const [robots, description] = [page.locator('meta[name=robots]'), page.locator('meta[name=description]')];
  if (place.for === 'user' || place.for === 'admin' || (await robots.count()) > 0) {
    await expect(robots).toHaveAttribute('content', /noindex/);
  } else {
    await expect(description).toHaveAttribute('content', /.{20}/);
  }
  // Placeholders without values.
  await expect(page.locator('body')).not.toContainText('{{');
  if (place.hasMap) await expect(page.locator('.map-pin').first()).toBeVisible();
  // Pins may be close together: https://www.w3.org/WAI/WCAG22/Understanding/target-size-minimum#essential
  await expectAccessible(page, { targetSize: !place.hasMap });
  await page.setViewportSize({ width: NARROWEST, height: 740 });
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider).toBeLessThanOrEqual(0);
}
