import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';
import { filmFrame } from './harness/frames.ts';
import { colourDistance, test, VIEW } from './harness/sphere-page.ts';

const film = filmFrame({ projection: 'equirectangular', width: 960, height: 480 });
const RED = [200, 40, 40] as const;
const MIDDLE = { x: VIEW.width / 2, y: VIEW.height / 2 };

test.beforeEach(async ({ sphere }) => {
  await sphere.feed(film);
  await sphere.show({});
  await sphere.painted();
});

/** Pauses before release, so that the view does not glide. */
async function drag(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(MIDDLE.x, MIDDLE.y);
  await page.mouse.down();
  await page.mouse.move(MIDDLE.x + x, MIDDLE.y + y, { steps: 10 });
  await page.waitForTimeout(200);
  await page.mouse.move(MIDDLE.x + x, MIDDLE.y + y);
  await page.mouse.up();
}

test('a drag moves the picture with the pointer', async ({ sphere, page }) => {
  await drag(page, 80, 40);
  const { yaw, pitch } = await sphere.readLook();
  expect(yaw).toBeLessThan(0);
  expect(pitch).toBeGreaterThan(0);
  expect(colourDistance(await sphere.colourAt(MIDDLE.x + 80, MIDDLE.y + 40), RED)).toBeLessThan(12);
  expect(colourDistance(await sphere.colourAt(), RED)).toBeGreaterThan(30);
});

test('a quick drag glides on, unless motion is reduced', async ({ sphere, page }) => {
  // If the machine stalls just before the release, it becomes a slow drag; hence the retries.
  await expect(async () => {
    await page.getByRole('application').press('Home');
    await swing(page);
    const letGo = (await sphere.readLook()).yaw;
    expect(letGo).toBeGreaterThan(0);
    const glided = async () => (await sphere.readLook()).yaw;
    await expect.poll(glided, { timeout: 3_000 }).toBeGreaterThan(letGo + 5);
  }).toPass();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('application').press('Home');
  await swing(page);
  const stopped = (await sphere.readLook()).yaw;
  await sphere.painted();
  expect((await sphere.readLook()).yaw).toBe(stopped);
});

/** Drags to the left and releases while moving, within a moment even on a slow machine. */
async function swing(page: Page): Promise<void> {
  await page.getByRole('application').evaluate(async (view) => {
    const send = (type: string, clientX: number, buttons: number) =>
      view.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          bubbles: true,
          isPrimary: true,
          clientX,
          clientY: 180,
          buttons,
        }),
      );
    const pause = (until = performance.now() + 5) => {
      while (performance.now() < until);
    };
    send('pointerdown', 320, 1);
    for (let x = 310; x >= 250; x -= 10) {
      pause();
      send('pointermove', x, 1);
    }
    send('pointerup', 250, 0);
  });
}

test('wheel and keys turn and zoom', async ({ sphere, page }) => {
  await page.mouse.move(MIDDLE.x, MIDDLE.y);
  await page.mouse.wheel(0, -200);
  await expect.poll(async () => (await sphere.readLook()).fov).toBeLessThan(60);
  await page.mouse.wheel(0, 2000);
  await expect.poll(async () => (await sphere.readLook()).fov).toBe(100);

  await page.getByRole('application', { name: 'A sphere' }).focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  expect(await sphere.readLook()).toEqual({ yaw: 20, pitch: 10, roll: 0, fov: 75 });
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft', '+']) await page.keyboard.press(key);
  expect(await sphere.readLook()).toEqual({ yaw: 10, pitch: -10, roll: 0, fov: 62.5 });
  await page.keyboard.press('Home');
  expect(colourDistance(await sphere.colourAt(), RED)).toBeLessThan(12);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('two fingers zoom', async ({ sphere, page }) => {
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [-apart, apart].map((offset, id) => ({ x: MIDDLE.x + offset, y: MIDDLE.y, id })),
      });
    await touch('touchStart', 40);
    for (let apart = 42; apart <= 80; apart += 2) await touch('touchMove', apart);
    await touch('touchEnd', 0);
    const { yaw, fov } = await sphere.readLook();
    expect(fov).toBeLessThan(50);
    expect(fov).toBeGreaterThan(30);
    expect(Math.abs(yaw)).toBeLessThan(3);
  });
});

test('turning the device turns the view, relative to its former direction', async ({ sphere, page }) => {
  await sphere.look({ yaw: 90 });
  await page.evaluate(() => {
    harness.followGyroscope();
    // Held upright, then turned left and raised a little.
    for (const angles of [
      { alpha: 200, beta: 90, gamma: 0 },
      { alpha: 290, beta: 110, gamma: 0 },
    ])
      window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', angles));
  });
  const { yaw, pitch, roll } = await sphere.readLook();
  expect(yaw).toBeCloseTo(0);
  expect(pitch).toBeCloseTo(20);
  expect(roll).toBeCloseTo(0);
});

test('a tilted device keeps the horizon level', async ({ sphere }) => {
  await sphere.look({ roll: 90 });
  // With the head tilted to the right, the sky is on the left.
  const [, , sky] = await sphere.colourAt(MIDDLE.x - 170, MIDDLE.y);
  const [, , ground] = await sphere.colourAt(MIDDLE.x + 170, MIDDLE.y);
  expect(sky).toBeGreaterThan(ground + 20);
});
