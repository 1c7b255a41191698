import { chromium } from '@playwright/test';
import { pageLaunchOptions } from '../../e2e/support/browser.ts';

/** The most used pages that a stranger can open. */
const PAGES = [
  '/',
  '/user',
  '/user/lisbon-by-tram',
  '/blog',
  '/blog/light-and-place',
  '/help',
  '/earn-money',
  '/contact-us',
  '/login',
  '/privacy-policy',
];
const VISITS = 5;

/**
 * Opens each page on a phone, with nothing in its cache, and prints what came over the network until it was quiet and
 * the time to the largest picture or text (https://web.dev/articles/lcp), the median of several visits.
 */
export async function weighPages(origin: string): Promise<void> {
  const browser = await chromium.launch(pageLaunchOptions);
  console.log(
    `\n${'in a browser'.padEnd(24)}${'kB'.padStart(8)}${'of pictures'.padStart(13)}${'LCP ms'.padStart(9)}`,
  );
  for (const path of PAGES) {
    const visits: Awaited<ReturnType<typeof measured>>[] = [];
    for (let visit = 0; visit < VISITS; visit++) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
      });
      const page = await context.newPage();
      await page.goto(origin + path, { waitUntil: 'networkidle' });
      visits.push(await page.evaluate(measured));
      await context.close();
    }
    const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(VISITS / 2)] ?? 0;
    const [total, pictures, painted] = (['total', 'pictures', 'painted'] as const).map((name) =>
      middle(visits.map((visit) => visit[name])),
    );
    const cells = [
      ((total ?? 0) / 1000).toFixed(0).padStart(8),
      ((pictures ?? 0) / 1000).toFixed(0).padStart(13),
    ];
    console.log(`${path.padEnd(24)}${cells.join('')}${(painted ?? 0).toFixed(0).padStart(9)}`);
  }
  await browser.close();
  console.log('\nAim: at most 200 kB each.');
}

/** In the page: bytes with headers, compressed, and ms since the navigation began. */
async function measured(): Promise<{ total: number; pictures: number; painted: number }> {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ].filter((entry) => entry instanceof PerformanceResourceTiming);
  const sum = (some: PerformanceResourceTiming[]) =>
    some.reduce((bytes, { transferSize }) => bytes + transferSize, 0);
  const painted = await new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
  const isPicture = ({ name }: PerformanceResourceTiming) =>
    /\/(api\/(avatar|image)|panorama)|\.(png|jpe?g|webp|avif)/.test(name);
  return { total: sum(entries), pictures: sum(entries.filter(isPicture)), painted };
}
