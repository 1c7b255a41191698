import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { pretendGpu } from '../../support/pretend-gpu.ts';
import { expect } from '../../support/test.ts';
import { arrivingSizes, keepConnections } from '../support/connections.ts';
import { chooseView, openMore, openStats } from '../support/controls.ts';
import { test as callTest, launchWithFilm, sphere, startCall } from '../support/people.ts';
import { colourInTheMiddle, patchOf } from '../support/picture.ts';

const [WHOLE, PART] = ['960×480', '1280×976'];

/** The host's camera has more detail than is sent of the whole sphere, and the guest's window shows more than that. */
const test = callTest.extend<object, { hostBrowser: Browser }>({
  hostBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const browser = await launchWithFilm({ projection: 'equirectangular', width: 3840, height: 1920 });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});
test.use({ viewport: { width: 1067, height: 600 } });

test.beforeEach(async ({ guest }) => guest.addInitScript(keepConnections));

/** Starts a call in which the guest has zoomed in on what is ahead. */
async function startDetailedCall(host: Page, guest: Page): Promise<void> {
  await startCall(host, guest);
  await openMore(host, 'Camera and microphone');
  await host.getByLabel('Quality').selectOption('DEFAULT');
  await host.keyboard.press('Escape');
  await sphere(guest).focus();
  for (let step = 0; step < 12; step++) await guest.keyboard.press('+');
  await expectPart(guest);
}

async function expectPart(page: Page): Promise<void> {
  await expect.poll(() => arrivingSizes(page), { timeout: 30_000 }).toContain(PART);
  await expect.poll(() => arrivingSizes(page), { timeout: 30_000 }).toContain(WHOLE);
}

/** The whole arrives alone. */
async function expectWhole(page: Page): Promise<void> {
  await expect.poll(() => arrivingSizes(page), { timeout: 30_000 }).not.toContain(PART);
  expect(await arrivingSizes(page)).toHaveLength(1);
}

/**
 * Expects the patch ahead to be sharp: among the steps from pixel to pixel of a row through it is one of at least a
 * quarter of the range. Without the part it is a tenth.
 */
async function expectSharp(page: Page): Promise<void> {
  const largestStep = async () => {
    const clip = { x: 200, y: 300, width: 667, height: 1 };
    const row = await sharp(await page.screenshot({ clip }))
      .greyscale()
      .raw()
      .toBuffer();
    const steps = [...row].slice(1).map((level, at) => Math.abs(level - (row[at] ?? 0)));
    return Math.max(...steps) / (Math.max(...row) - Math.min(...row));
  };
  await expect.poll(largestStep).toBeGreaterThan(0.25);
}

async function turnTo(page: Page, patch: string, key: 'ArrowRight' | 'ArrowLeft'): Promise<void> {
  await sphere(page).focus();
  const seen = async () => {
    const now = patchOf(await colourInTheMiddle(page));
    if (now !== patch) await page.keyboard.press(key);
    return now;
  };
  await expect.poll(seen, { timeout: 30_000, intervals: [50] }).toBe(patch);
}

for (const way of ['planes', 'texture'] as const)
  test(`the part of the picture that a guest looks at is in full detail, by ${way}`, async ({
    host,
    guest,
  }) => {
    if (way === 'texture') await guest.addInitScript(pretendGpu);
    await startDetailedCall(host, guest);
    await expectSharp(guest);

    await test.step('and follows', async () => {
      await turnTo(guest, 'right', 'ArrowRight');
      await expectSharp(guest);
    });

    await test.step('also if the guest does not show where that is', async () => {
      const frame = host.getByRole('img', { name: 'What the other person sees' });
      await expect(frame).toBeVisible();
      await openMore(guest, 'Guide');
      await guest.getByLabel('Show the other person where I look').uncheck();
      await guest.keyboard.press('Escape');
      await expect(frame).toBeHidden();
      await turnTo(guest, 'front', 'ArrowLeft');
      await expectSharp(guest);
    });

    await test.step('which the statistics count', async () => {
      await expect((await openStats(guest)).getByRole('row', { name: /^Resolution/ })).toContainText(
        '3840 × 1920',
      );
    });
  });

test('the whole picture comes where more than the view is shown or kept, and where that is chosen', async ({
  host,
  guest,
}) => {
  await startDetailedCall(host, guest);

  await test.step('on the map', async () => {
    await chooseView(guest, 'Map');
    await expectWhole(guest);
    await chooseView(guest, 'Sphere');
    await expectPart(guest);
  });

  await test.step('in a saved sphere', async () => {
    const panel = await openMore(guest, 'Capture');
    const [download] = await Promise.all([
      guest.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save the whole sphere' }).click(),
    ]);
    // How large it is depends on the bandwidth that is known then.
    expect((await sharp(await download.path()).metadata()).width).toBeGreaterThan(960);
    await expectPart(guest);
  });

  await test.step('without the choice', async () => {
    await openMore(guest, 'Guide');
    const choice = guest.getByLabel(/Sharper picture where I look/);
    await choice.uncheck();
    await expectWhole(guest);
    await choice.check();
    await guest.keyboard.press('Escape');
    await expectPart(guest);
  });
});

test('the part in full detail comes back after the camera was off, and after a reload', async ({
  host,
  guest,
}) => {
  await startDetailedCall(host, guest);
  const camera = host.getByRole('button', { name: 'Turn camera off' });
  await camera.click();
  await expect(guest.getByText(/has their camera off/)).toBeVisible();
  await expect.poll(() => arrivingSizes(guest)).toEqual([]);
  await camera.click();
  await expectPart(guest);
  await expectSharp(guest);

  await guest.reload();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expectPart(guest);
  await host.reload();
  await expectPart(guest);
});
