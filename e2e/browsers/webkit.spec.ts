import { By, until, type WebElement } from 'selenium-webdriver';
import sharp from 'sharp';
import { test as base, expect } from '../support/test.ts';
import { PAGES } from '../walk/pages.ts';
import { Desktop } from './desktop.ts';
import { WebKit } from './webkit.ts';

const PATIENCE_MS = 20_000;

const test = base.extend<object, { webkit: WebKit }>({
  webkit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const desktop = await Desktop.open();
      const webkit = await WebKit.launch(desktop);
      await use(webkit);
      await webkit.close();
      await desktop.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Waits for a visible element. */
async function seen({ driver }: WebKit, found: By): Promise<WebElement> {
  const element = await driver.wait(until.elementLocated(found), PATIENCE_MS);
  return driver.wait(until.elementIsVisible(element), PATIENCE_MS);
}

const button = (name: string) => By.xpath(`//*[self::a or self::button][normalize-space()='${name}']`);
const field = (label: string) => By.xpath(`//input[@id=//label[normalize-space()='${label}']/@for]`);
const text = (part: string) => By.xpath(`//*[contains(text(), "${part}")]`);

/** Pages for visitors, with their headings in English and Spanish. */
const PLACES = Object.values(PAGES)
  .flat()
  .flatMap(({ path, heading, leadsTo, languages }) =>
    heading && !leadsTo && !languages ? [{ path, heading }] : [],
  );

for (const [at, prefix] of ['', '/es'].entries())
  test(`WebKit shows the site's pages below ${prefix || '/'}`, async ({ webkit, baseURL }) => {
    expect(PLACES.length).toBeGreaterThan(10);
    for (const { path, heading } of PLACES) {
      await webkit.driver.get(`${baseURL}${prefix}${path}`);
      const wanted = heading[at] ?? '';
      const shown = () =>
        webkit.driver.executeScript<string>('return document.querySelector("h1")?.innerText');
      await expect
        .poll(shown, { message: path })
        .toMatch(typeof wanted === 'string' ? new RegExp(`^${wanted}$`) : wanted);
    }
  });

/**
 * Returns the texts that differ between what the server sends and what the page shows once it is hydrated; null until it
 * is. Where one differs, React discards the server's page.
 */
function compareTexts(done: (different: string[] | null) => void): void {
  const texts = ({ body }: Document) => {
    const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('noscript, script, style')) found.push(node.nodeValue ?? '');
    return found.filter((text) => text.trim());
  };
  const heading = document.querySelector('h1');
  const isHydrated = heading && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
  if (!isHydrated) done(null);
  else
    void fetch(location.href)
      .then((response) => response.text())
      .then((html) => {
        const [sent, shown] = [texts(new DOMParser().parseFromString(html, 'text/html')), texts(document)];
        const lacks = (list: string[]) => (text: string) => !list.includes(text);
        done([...sent.filter(lacks(shown)), ...shown.filter(lacks(sent))]);
      });
}

/** Pages with dates, times, prices, and names of countries and languages. */
const WITH_DATA = ['/user', '/user/lisbon-by-tram', '/user/lisbon-by-tram/book', '/blog', '/terms'];

for (const prefix of ['', '/es'])
  test(`WebKit renders what the server sent below ${prefix || '/'}`, async ({ webkit, baseURL }) => {
    for (const path of WITH_DATA) {
      await webkit.driver.get(`${baseURL}${prefix}${path}`);
      const compare = `(${compareTexts})(arguments[0])`;
      await expect
        .poll(() => webkit.driver.executeAsyncScript<string[] | null>(compare), { message: path })
        .toEqual([]);
    }
  });

test('WebKit explains that it cannot make calls', async ({ webkit, baseURL }) => {
  const { driver } = webkit;
  await driver.get(`${baseURL}/`);
  await (await seen(webkit, button('Start'))).click();
  await (await seen(webkit, button('Create room'))).click();
  await seen(webkit, text('This browser does not support the necessary features'));
  const create = await driver.findElement(button('Create room'));
  expect(await create.isEnabled()).toBe(false);
});

test('WebKit paints a 360° picture of a gallery', async ({ webkit, baseURL }) => {
  await webkit.driver.get(`${baseURL}/user/lisbon-by-tram`);
  await (await seen(webkit, By.xpath("//a[contains(., '360°')] | //button[contains(., '360°')]"))).click();
  const sphere = await seen(webkit, By.css('[role="application"]'));
  await expect
    .poll(async () => {
      const { channels } = await sharp(Buffer.from(await sphere.takeScreenshot(), 'base64')).stats();
      return Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev));
    })
    .toBeGreaterThan(10);
});

test('WebKit shows streamers on the map', async ({ webkit, baseURL }) => {
  await webkit.driver.get(`${baseURL}/user?view=map`);
  await seen(webkit, By.css('.leaflet-marker-icon'));
  const markers = await webkit.driver.findElements(By.css('.leaflet-marker-icon'));
  expect(markers.length).toBeGreaterThan(5);
});

test('WebKit sends forms, and shows errors', async ({ webkit, baseURL }) => {
  const { driver } = webkit;
  await driver.get(`${baseURL}/login`);
  await (await seen(webkit, field('Username or confirmed email address'))).sendKeys('nobody-of-this-name');
  await driver.findElement(field('Password')).sendKeys('not a password of anybody');
  await driver.findElement(By.css('main form button[type="submit"]')).click();
  await seen(webkit, text('Wrong credentials'));
  await driver.get(`${baseURL}/contact-us`);
  await (await seen(webkit, field('Email address'))).sendKeys('no address');
  await (await seen(webkit, button('Send message'))).click();
  await seen(webkit, text('Please enter a valid email address'));
});
