import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import { ensurePersonFilm } from '../../film/film.ts';
import { PERSON_PLACES, PERSON_SIZE } from '../../film/person.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { test as base, launchWithCamera, startCall } from '../support/people.ts';

/** The guest's camera shows a person in front of a pattern. */
const test = base.extend<object, { guestBrowser: Browser }>({
  guestBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const browser = await launchWithCamera(await ensurePersonFilm());
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

/** Mean difference in brightness (0 to 255) between points half a square of the pattern apart. */
const seenSchema = z.array(z.object({ background: z.number(), eyes: z.number() }));
/** Above this the picture is sharp, below it blurred. */
const SHARP = 12;
const BLURRED = 5;

/** Records the detail of each further picture of the other person. Runs in the page. */
function watchDetail([places, size]: readonly [typeof PERSON_PLACES, typeof PERSON_SIZE]): void {
  const video = document.querySelector('video[aria-label="The other person\'s camera"]');
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true });
  if (!(video instanceof HTMLVideoElement) || !context) throw new Error('Nothing to see');
  const seen: object[] = [];
  Object.assign(window, { seen });
  const detail = (place: keyof typeof PERSON_PLACES) => {
    const { x, y, width, height } = places[place];
    const { data } = context.getImageData(x, y, width, height);
    let sum = 0;
    const from = 8 * 4;
    for (let at = from; at < data.length; at += 4) sum += Math.abs((data[at] ?? 0) - (data[at - from] ?? 0));
    return (sum * 4) / data.length;
  };
  const look = () => {
    context.drawImage(video, 0, 0, size.width, size.height);
    seen.push({ background: detail('background'), eyes: detail('eyes') });
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
}

/** The records since the last call. */
async function seen(page: Page) {
  return seenSchema.parse(await page.evaluate('window.seen.splice(0)'));
}

const isSharp = (value: number) => (value > SHARP ? 'sharp' : value < BLURRED ? 'blurred' : `${value}`);

/** Waits until background and eyes are sharp or blurred as given. @returns all records until then */
async function expectSeen(page: Page, background: string, eyes: string) {
  const all: z.infer<typeof seenSchema> = [];
  await expect(async () => {
    all.push(...(await seen(page)));
    const last = all.at(-1);
    expect(last && [isSharp(last.background), isSharp(last.eyes)]).toEqual([background, eyes]);
  }).toPass({ timeout: 60_000 });
  return all;
}

const blurWorkers = (page: Page) => page.workers().filter((worker) => worker.url().includes('blur-worker'));

test.describe('with a model that sometimes cannot be loaded', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch/] });

  test('the background is blurred from the moment that is chosen', async ({ host, guest }) => {
    const loaded: string[] = [];
    guest.context().on('request', (request) => loaded.push(request.url()));
    const ofBlur = () => loaded.filter((url) => /blur-worker|litert|tflite/.test(url));
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await guest.route(/tflite/, async (route) => {
      await arrived;
      await route.continue();
    });
    await startCall(host, guest);
    await openMore(guest, 'Camera and microphone');
    await host.evaluate(watchDetail, [PERSON_PLACES, PERSON_SIZE] as const);
    await expectSeen(host, 'sharp', 'sharp');
    expect(ofBlur()).toEqual([]);

    await guest.getByRole('checkbox', { name: 'Blur background' }).check();
    await expect(guest.getByText('Until then, your whole picture is blurred.')).toBeVisible();
    await expectSeen(host, 'blurred', 'blurred');
    arrive();
    const seenMeanwhile = await expectSeen(host, 'blurred', 'sharp');
    await expect(guest.getByText('Until then, your whole picture is blurred.')).toBeHidden();
    expect(seenMeanwhile.filter(({ background }) => background >= BLURRED)).toEqual([]);
    expect(new Set(ofBlur()).size).toBe(3);
    await expectAccessible(guest, { targetSize: false });

    await guest.getByRole('checkbox', { name: 'Blur background' }).uncheck();
    await expectSeen(host, 'sharp', 'sharp');
    await expect.poll(() => blurWorkers(guest)).toEqual([]);
    await guest.getByRole('checkbox', { name: 'Blur background' }).check();
    await expectSeen(host, 'blurred', 'sharp');

    // The choice is remembered; from here the model cannot be loaded.
    await guest.unroute(/tflite/);
    await guest.route(/tflite/, (route) => route.abort());
    await seen(host);
    await guest.reload();
    await expect(guest.getByText("Background blur isn't working")).toBeVisible({ timeout: 30_000 });
    const seenSince = await expectSeen(host, 'blurred', 'blurred');
    await guest.unroute(/tflite/);
    await guest.getByRole('button', { name: 'Try again' }).click();
    seenSince.push(...(await expectSeen(host, 'blurred', 'sharp')));
    expect(seenSince.filter(({ background }) => background >= BLURRED)).toEqual([]);

    await guest.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => blurWorkers(guest)).toEqual([]);
  });
});
