import type { Colour } from '../film/patches.ts';
import {
  buttonAt,
  expectEyes,
  giveHeadset,
  point,
  press,
  release,
  seen,
  select,
  turnHead,
} from '../support/headset.ts';
import { expect } from '../support/test.ts';
import { stacked } from './harness/frames.ts';
import { test } from './harness/sphere-page.ts';
import { film, isDark, pressed, SPHERE, seesHorizon, shoot, show, turned } from './harness/vr-film.ts';

test.beforeEach(async ({ sphere, page }) => {
  await giveHeadset(page);
  await page.setViewportSize({ width: 800, height: 400 });
  await page.reload();
  await page.waitForFunction(() => 'harness' in globalThis);
  await sphere.feed(film);
});

test('a place is marked in the sphere, in any direction of the head', async ({ sphere, page }) => {
  await sphere.look({ yaw: 90 });
  await show(page, { ...SPHERE, mark: { yaw: 180, pitch: 20 } });
  await expectEyes(page, 'right');
  await turnHead(page, { yaw: 90, pitch: 20 });
  /** Pixels from the centre of the view to the ring, whose centre is 5.25° away. */
  const radius = await page.evaluate(
    () => (innerHeight / 2 / Math.tan(headset.fovy / 2)) * Math.tan((5.25 * Math.PI) / 180),
  );
  const isMarked = ({ left, right }: { left: Colour; right: Colour }) =>
    [left, right].every(([red, green, blue]) => red > 200 && green > 70 && green < 140 && blue < 110);
  for (const [right, below] of [
    [radius, 0],
    [-radius, 0],
    [0, radius],
    [0, -radius],
  ] as const)
    await expect
      .poll(async () => isMarked(await seen(page, Math.round(right), Math.round(below))))
      .toBe(true);
  await shoot(page, 'mark');
});

test('an arrow points to a marked place out of view, and moves with the head', async ({ page }) => {
  await show(page, { ...SPHERE, mark: { yaw: 130, pitch: 0 } });
  await expectEyes(page, 'front');
  /** Whether the arrow's dark disc is where it is expected: at an angle from the right, positive up. */
  const isArrowAt = async (angle: number) => {
    const away = await page.evaluate(
      () => (innerHeight / 2 / Math.tan(headset.fovy / 2)) * Math.tan((25 * Math.PI) / 180),
    );
    const radians = (angle * Math.PI) / 180;
    const eyes = await seen(
      page,
      Math.round(away * Math.cos(radians)),
      Math.round(-away * Math.sin(radians)),
    );
    return [eyes.left, eyes.right].every(([, green]) => green < 70);
  };
  await expect.poll(() => isArrowAt(0)).toBe(true);
  await shoot(page, 'arrow');
  // The shortest way is now to the left.
  await turnHead(page, { yaw: -120 });
  await expect.poll(() => isArrowAt(180)).toBe(true);
  expect(await isArrowAt(0)).toBe(false);
  await show(page, { ...SPHERE, mark: { yaw: -120, pitch: 80 } });
  await expect.poll(() => isArrowAt(90)).toBe(true);
  await show(page, { ...SPHERE, mark: { yaw: -110, pitch: 0 } });
  await expect.poll(() => isArrowAt(90)).toBe(false);
  expect(await isArrowAt(0)).toBe(false);
});

test('a shared screen is on a plane in front, and stays there', async ({ sphere, page }) => {
  await sphere.look({ yaw: 90 });
  await show(page, SPHERE);
  await expectEyes(page, 'right');
  // The screen is the film itself: its middle is the camera's front. It is a little above the horizon.
  await turnHead(page, { yaw: 0, pitch: 4 });
  await show(page, { ...SPHERE, hasScreen: true });
  await expectEyes(page, 'front');
  await shoot(page, 'screen');
  await turnHead(page, { yaw: 90 });
  await expectEyes(page, 'back');
  await turnHead(page, { yaw: 0, pitch: 4 });
  await expectEyes(page, 'front');
  await show(page, SPHERE);
  await expectEyes(page, 'right');
  // A screen that stands still is shown again, too.
  await page.evaluate(() => harness.hold());
  await show(page, { ...SPHERE, hasScreen: true });
  await expectEyes(page, 'front');
});

test('a question has its answers in place of the panel', async ({ page }) => {
  const [no, yes] = [buttonAt(0, 2), buttonAt(1, 2)];
  await point(page, no);
  await show(page, SPHERE);
  await expectEyes(page, 'front');
  await show(page, { ...SPHERE, question: 'May they record?' });
  await shoot(page, 'question');
  await expect(async () => {
    await select(page, no);
    expect(await pressed(page)).toContain('no');
  }).toPass();
  await page.evaluate(() => {
    for (const controller of Object.values(headset.controllers)) controller.connected = false;
  });
  await turnHead(page, yes);
  await expect.poll(() => pressed(page)).toContain('yes');
});

test('both eyes see the direction of the head, beginning with that of the page', async ({ sphere, page }) => {
  await sphere.look({ yaw: 90 });
  await show(page, SPHERE);
  await expectEyes(page, 'right');
  await shoot(page, 'start');
  for (const [yaw, pitch, name] of [
    [90, 0, 'back'],
    [-90, 0, 'front'],
    [0, 89, 'up'],
  ] as const) {
    await turnHead(page, { yaw, pitch });
    await expectEyes(page, name);
  }
  await turnHead(page, { yaw: -180 });
  await expectEyes(page, 'left');
  await page.evaluate(() => headset.activeSession?.end());
  await expect.poll(async () => Math.abs((await sphere.readLook()).yaw + 90)).toBeLessThan(1);
});

test('each eye sees its own half of a stereo picture', async ({ sphere, page }) => {
  await sphere.feed(stacked(film, turned));
  const { picture } = SPHERE;
  await show(page, { ...SPHERE, picture: { ...picture, stereo: 'top-bottom' } });
  await expectEyes(page, 'front', 'right');
  await turnHead(page, { yaw: 90 });
  await expectEyes(page, 'right', 'back');
  await sphere.feed(film);
  await show(page, { ...SPHERE, picture: { ...picture, projection: 'half', stereo: 'left-right' } });
  await turnHead(page, { yaw: 0 });
  await expectEyes(page, 'left', 'right');
});

test('a frame is uploaded once, and the head can turn while the video is paused', async ({ page }) => {
  await page.evaluate(countUploads);
  const uploads = async () => Number(await page.evaluate(() => document.body.dataset.uploads));
  await show(page, SPHERE);
  await expectEyes(page, 'front');
  await page.evaluate(() => harness.hold());
  // The last frames may still be under way.
  let before = 0;
  await expect(async () => {
    before = await uploads();
    await page.evaluate(async () => {
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    });
    expect(await uploads()).toBe(before);
  }).toPass();
  expect(before).toBeGreaterThan(0);
  for (const [yaw, name] of [
    [90, 'right'],
    [180, 'back'],
    [0, 'front'],
  ] as const) {
    await turnHead(page, { yaw });
    await expectEyes(page, name);
  }
  expect(await uploads()).toBe(before);
});

/** Counts the page's uploads of videos to WebGL. */
function countUploads(): void {
  let uploads = 0;
  for (const name of ['texImage2D', 'texSubImage2D'] as const) {
    const upload: unknown = Reflect.get(WebGL2RenderingContext.prototype, name);
    Object.defineProperty(WebGL2RenderingContext.prototype, name, {
      value(this: WebGL2RenderingContext, ...args: unknown[]) {
        if (args.at(-1) instanceof HTMLVideoElement) document.body.dataset.uploads = `${++uploads}`;
        if (typeof upload === 'function') Reflect.apply(upload, this, args);
      },
    });
  }
}

test('controllers, hands and gaze press the buttons of a panel', async ({ page }) => {
  await point(page, buttonAt(1, 4));
  await show(page, SPHERE);
  await expectEyes(page, 'front');
  await turnHead(page, buttonAt(1.5, 4));
  await shoot(page, 'panel');
  await select(page, buttonAt(1, 4));
  expect(await pressed(page)).toEqual(['second']);
  await shoot(page, 'pointed');
  // Hides the panel, so that the next press shows it again.
  const elsewhere = { yaw: 60 };
  await select(page, elsewhere);
  await select(page, buttonAt(1, 4));
  expect(await pressed(page)).toEqual(['second']);

  await turnHead(page, { yaw: 90 });
  await expectEyes(page, 'right');
  await select(page, elsewhere);
  // The panel has moved along.
  const { yaw, pitch } = buttonAt(2, 4);
  await select(page, { yaw: yaw + 90, pitch });
  expect(await pressed(page)).toEqual(['second', 'recentre']);
  await expectEyes(page, 'front');

  await page.evaluate(() => {
    headset.primaryInputMode = 'hand';
  });
  await expect(async () => {
    await select(page, { yaw: yaw + 90, pitch });
    expect(await pressed(page)).toHaveLength(3);
  }).toPass();

  await page.evaluate(() => {
    for (const hand of Object.values(headset.hands)) hand.connected = false;
  });
  const last = buttonAt(3, 4);
  await turnHead(page, { yaw: last.yaw + 90, pitch: last.pitch });
  await expect.poll(() => pressed(page)).toEqual(['second', 'recentre', 'recentre', 'last']);
  await shoot(page, 'gaze');
});

test('a held button is released with the trigger, by pointing away, and by looking away', async ({
  page,
}) => {
  const held = buttonAt(0, 2, 1);
  const elsewhere = { yaw: 60 };
  const events: string[] = [];
  const expectNext = (...next: string[]) => expect.poll(() => pressed(page)).toEqual([...events, ...next]);
  const expectHold = async (letGo: () => Promise<void>) => {
    await expectNext('hold down');
    await letGo();
    await expectNext('hold down', 'hold up');
    events.push('hold down', 'hold up');
  };
  await point(page, held);
  await show(page, SPHERE);
  await expectEyes(page, 'front');
  await press(page, held);
  await expectHold(() => release(page));
  await press(page, held);
  await expectHold(() => point(page, elsewhere));
  await release(page);
  await press(page, held);
  await expectHold(async () => {
    await page.evaluate(() => {
      for (const controller of Object.values(headset.controllers)) controller.connected = false;
    });
  });
  await turnHead(page, held);
  await expectHold(() => turnHead(page, elsewhere));
});

test('the map is on a screen, notices are below the centre, and the horizon stays without a picture', async ({
  page,
}) => {
  await turnHead(page, { yaw: 90 });
  await show(page, { ...SPHERE, mode: 'equirectangular' });
  await expectEyes(page, 'front');
  await turnHead(page, { yaw: 115 });
  await expectEyes(page, 'right');
  await shoot(page, 'map');

  await turnHead(page, { yaw: 0 });
  // The text is short in any font, so this point is on the card beside it.
  await show(page, { ...SPHERE, notices: ['Camera off'] });
  const isCard = async () => isDark((await seen(page, 36, 57)).left);
  await expect.poll(isCard).toBe(true);
  await show(page, { ...SPHERE });
  await expect.poll(isCard).toBe(false);
  await show(page, { ...SPHERE, off: true, notices: ['Camera off'] });
  await expect.poll(() => seesHorizon(page)).toBe(true);
  await shoot(page, 'horizon');
});
