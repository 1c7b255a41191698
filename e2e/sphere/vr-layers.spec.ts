import type { Page } from '@playwright/test';
import { buttonAt, expectEyes, giveLayers, point, select, turnHead } from '../support/headset.ts';
import { expect } from '../support/test.ts';
import { stacked } from './harness/frames.ts';
import { test } from './harness/sphere-page.ts';
import { film, pressed, SPHERE, seesHorizon, shoot, show, turned } from './harness/vr-film.ts';

/** The layers of the session, behind first: the video's, if there is one, and what the page renders. */
const layers = (page: Page) =>
  page.evaluate(() => {
    const session: unknown = headset.activeSession;
    if (!(session instanceof XRSession)) return [];
    return session.renderState.layers?.map((layer) =>
      Reflect.get(layer, 'media') instanceof HTMLVideoElement ? 'video' : 'rendered',
    );
  });

test.beforeEach(async ({ sphere, page }) => {
  await giveLayers(page);
  await page.setViewportSize({ width: 800, height: 400 });
  await page.reload();
  await page.waitForFunction(() => 'harness' in globalThis);
  await sphere.feed(film);
});

test('the headset itself shows equirectangular pictures', async ({ sphere, page }) => {
  await sphere.look({ yaw: 90 });
  await point(page, buttonAt(1, 4));
  await show(page, SPHERE);
  await expectEyes(page, 'right');
  expect(await layers(page)).toEqual(['video', 'rendered']);
  await shoot(page, 'layer');
  await select(page, buttonAt(1, 4));
  expect(await pressed(page)).toEqual(['second']);
  const { picture } = SPHERE;
  await show(page, { ...SPHERE, picture: { ...picture, heading: 90 } });
  await expectEyes(page, 'back');
  await show(page, { ...SPHERE, picture: { ...picture, pitch: 85 } });
  await select(page, buttonAt(2, 4));
  await expectEyes(page, 'up');
  await show(page, SPHERE);
  await expectEyes(page, 'front');
  await turnHead(page, { yaw: 90 });
  await expectEyes(page, 'right');
  await turnHead(page, { yaw: 0 });
  // The layer is hit by no press: this one hides the panel, and the next one shows it again.
  await select(page, { yaw: 60 });
  await select(page, buttonAt(1, 4));
  expect(await pressed(page)).toEqual(['second', 'recentre']);
});

test('each eye sees its own half of a stereo picture', async ({ sphere, page }) => {
  await sphere.feed(stacked(film, turned));
  const { picture } = SPHERE;
  await show(page, { ...SPHERE, picture: { ...picture, stereo: 'top-bottom' } });
  await expectEyes(page, 'front', 'right');
  expect(await layers(page)).toEqual(['video', 'rendered']);
  await turnHead(page, { yaw: 90 });
  await expectEyes(page, 'right', 'back');
  await sphere.feed(film);
  await show(page, { ...SPHERE, picture: { ...picture, projection: 'half', stereo: 'left-right' } });
  await turnHead(page, { yaw: 0 });
  await expectEyes(page, 'left', 'right');
  expect(await layers(page)).toEqual(['video', 'rendered']);
  // Beside the picture.
  await turnHead(page, { yaw: 90 });
  await shoot(page, 'half');
  await expect.poll(() => seesHorizon(page, 100)).toBe(true);
  expect(await seesHorizon(page, -100)).toBe(false);
});

test('the page renders what layers cannot show', async ({ page }) => {
  await show(page, SPHERE);
  await expectEyes(page, 'front');
  await show(page, { ...SPHERE, off: true });
  await expect.poll(() => layers(page)).toEqual(['rendered']);
  await expect.poll(() => seesHorizon(page)).toBe(true);
  await show(page, SPHERE);
  await expectEyes(page, 'front');
  expect(await layers(page)).toEqual(['video', 'rendered']);
  await show(page, { ...SPHERE, mode: 'equirectangular' });
  await expectEyes(page, 'front');
  expect(await layers(page)).toEqual(['rendered']);
  await show(page, SPHERE);
  await expect.poll(() => layers(page)).toEqual(['video', 'rendered']);
  const { picture } = SPHERE;
  await show(page, { ...SPHERE, picture: { ...picture, projection: 'dual-fisheye' } });
  await expect.poll(() => layers(page)).toEqual(['rendered']);
});
