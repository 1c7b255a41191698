import { expect as bare, type Page } from '@playwright/test';
import { PATCHES } from '../../film/patches.ts';
import { pretendGpu } from '../../support/pretend-gpu.ts';
import { withoutWebgl } from '../../support/without-webgl.ts';
import { chooseView, openMore, openStats } from '../support/controls.ts';
import { holdUpright } from '../support/held-upright.ts';
import {
  createRoom,
  enterRoom,
  launchWithFilm,
  sphere,
  startCall,
  test,
  withPage,
} from '../support/people.ts';
import { colourAt, colourInTheMiddle, patchOf, pictureOf, soundLevel } from '../support/picture.ts';

// Large enough that no control covers the points that tests read.
test.use({ viewport: { width: 960, height: 540 } });

/** Two pages of this size are rendered on the CPU, which also encodes and decodes: a frame may take a while. */
const expect = bare.configure({ timeout: 30_000 });

/** One key press rotates by ten degrees. */
const KEYS_FOR_90 = 9;

async function press(page: Page, key: string, times: number) {
  await sphere(page).focus();
  for (let time = 0; time < times; time++) await page.keyboard.press(key);
}

const middle = (page: Page) => colourInTheMiddle(page).then(patchOf);

test('turning to each direction shows what is there, and it moves', { tag: '@smoke' }, async ({
  host,
  guest,
}) => {
  await startCall(host, guest);
  await expect.poll(() => middle(guest)).toBe('front');
  const turns = [
    ['ArrowRight', 'right'],
    ['ArrowRight', 'back'],
    ['ArrowRight', 'left'],
    ['ArrowRight', 'front'],
    ['ArrowUp', 'up'],
  ] as const;
  for (const [key, name] of turns) {
    await press(guest, key, KEYS_FOR_90);
    await expect.poll(() => middle(guest), { message: `after ${key}` }).toBe(name);
  }
  await press(guest, 'ArrowDown', 2 * KEYS_FOR_90);
  await expect.poll(() => middle(guest)).toBe('down');
  await press(guest, 'Home', 1);
  await expect.poll(() => middle(guest)).toBe('front');

  const before = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(before);
});

test('dragging the picture to the left brings what was on the right', async ({ host, guest }) => {
  await startCall(host, guest);
  await expect.poll(() => middle(guest)).toBe('front');
  for (let times = 0; times < 3; times++) {
    await guest.mouse.move(675, 225);
    await guest.mouse.down();
    await guest.mouse.move(420, 225, { steps: 8 });
    // A pause before release, so that the view does not glide.
    await guest.waitForTimeout(300);
    await guest.mouse.move(420, 225);
    await guest.mouse.up();
  }
  const [heading] =
    (await guest.getByRole('button', { name: /^View. Looking/ }).getAttribute('aria-label'))?.match(
      /-?\d+/,
    ) ?? [];
  expect(Number(heading)).toBeGreaterThanOrEqual(60);
  expect(Number(heading)).toBeLessThanOrEqual(135);
});

test('a picture whose WebGL context is lost is flat until the context is restored', async ({
  host,
  guest,
}) => {
  await guest.addInitScript(pretendGpu);
  await startCall(host, guest);
  await guest.evaluate(() => {
    const context = document.querySelector('canvas')?.getContext('webgl2');
    const loss = context?.getExtension('WEBGL_lose_context');
    document.addEventListener('restore', () => loss?.restoreContext());
    loss?.loseContext();
  });
  await expect(
    guest.getByText("This device can't show the 360° view, so you're seeing it flat."),
  ).toBeVisible({
    timeout: 20_000,
  });
  const video = guest.getByTestId('remote-picture').locator('video');
  await expect(video).toBeVisible();
  await expect(sphere(guest)).toBeHidden();
  const before = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(before);

  await guest.evaluate(() => document.dispatchEvent(new Event('restore')));
  await expect(sphere(guest)).toBeVisible();
  await expect(video).toBeHidden();
  const round = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(round);
});

test('without WebGL a page that cannot read tracks paints the frames of the video element', async ({
  host,
  guest,
}) => {
  await guest.addInitScript(withoutWebgl);
  await startCall(host, guest);
  await expect.poll(() => middle(guest)).toBe('front');
  await press(guest, 'ArrowRight', KEYS_FOR_90);
  await expect.poll(() => middle(guest)).toBe('right');
  const before = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(before);
  await openStats(guest);
  await expect(guest.getByRole('row', { name: 'Rendered from YUV planes' })).toBeVisible();
  await guest.keyboard.press('Escape');

  await host.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(guest.getByText(/has their camera off/)).toBeVisible();
  await host.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(sphere(guest)).toBeVisible();
  const still = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(still);
});

test('a sphere that cannot be painted has no controls for looking around, and sends no view', async ({
  host,
  guest,
}) => {
  await guest.addInitScript(withoutWebgl);
  await guest.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoFrame'));
  await enterRoom(guest, await createRoom(host));
  await expect(
    guest.getByText("This device can't show the 360° view, so you're seeing it flat."),
  ).toBeVisible({ timeout: 30_000 });
  await expect(guest.getByTestId('remote-picture').locator('video')).toBeVisible();
  // The flat picture is the whole map: its middle is the front, and its left quarter line the left.
  const { width, height } = guest.viewportSize() ?? { width: 0, height: 0 };
  await expect.poll(() => middle(guest)).toBe('front');
  await expect.poll(() => colourAt(guest, width / 4, height / 2).then(patchOf)).toBe('left');
  const before = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(before);

  await expect(guest.getByRole('button', { name: /^View/ })).toBeHidden();
  const panel = await openMore(guest, 'Guide');
  await expect(panel.getByLabel('Raise hand')).toBeVisible();
  await expect(guest.getByLabel('Show the other person where I look')).toBeHidden();
  // A view would be sent ten times a second, so it would arrive before the raised hand.
  await guest.keyboard.press('Escape');
  // Shortcuts do nothing while the panel is open.
  await expect(panel).toBeHidden();
  await guest.keyboard.press('h');
  await expect(host.getByText('The other person raised their hand')).toBeVisible();
  await expect(host.getByRole('img', { name: 'What the other person sees' })).toBeHidden();
});

test('the map shows the whole sphere at once', async ({ host, guest }) => {
  await startCall(host, guest);
  await chooseView(guest, 'Map');
  const { width, height } = guest.viewportSize() ?? { width: 0, height: 0 };
  const mapHeight = width / 2;
  for (const { name, yaw, pitch } of PATCHES) {
    // The back is at both edges and the poles along them: read points slightly inside.
    const x = Math.min(width - 12, (width * (yaw + 180)) / 360);
    const y = height / 2 - ((mapHeight / 2 - 8) * pitch) / 90;
    await expect.poll(() => colourAt(guest, x, y).then(patchOf), { message: name }).toBe(name);
  }
});

test('both sides hear each other, and the host sees the guest’s flat camera', async ({ host, guest }) => {
  await startCall(host, guest);
  await expect.poll(() => soundLevel(guest)).toBeGreaterThan(0.05);
  await expect.poll(() => soundLevel(host)).toBeGreaterThan(0.05);
  const video = host.getByTestId('remote-picture').locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth))
    .toBeGreaterThan(0);
  // Chromium's test pattern is green.
  const [red, green, blue] = await colourInTheMiddle(host);
  expect(green).toBeGreaterThan(red + 60);
  expect(green).toBeGreaterThan(blue + 60);
});

test('a picture that the browser refuses to play has a button, and a phone’s picture is upright', async ({
  host,
  guest,
}) => {
  await host.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    let allowed = false;
    addEventListener(
      'click',
      ({ target }) => {
        allowed ||= target instanceof Element && target.closest('[role=alert]') !== null;
      },
      { capture: true },
    );
    HTMLMediaElement.prototype.play = function () {
      if (allowed || !(this instanceof HTMLVideoElement)) return play.call(this);
      return Promise.reject(new DOMException('As in low-power mode', 'NotAllowedError'));
    };
  });
  await guest.addInitScript(holdUpright);
  await startCall(host, guest);
  const video = host.getByTestId('remote-picture').locator('video');
  const show = host.getByRole('button', { name: 'Show the picture' });
  await expect(show).toBeVisible();
  await show.click();
  await expect(show).toBeHidden();
  await expect
    .poll(() => video.evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => videoHeight / videoWidth))
    .toBeGreaterThan(1);
  const before = await pictureOf(host);
  await expect.poll(() => pictureOf(host)).not.toBe(before);
});

test('a dual fisheye camera surrounds the guest as well', async ({ guest, person }) => {
  const browser = await launchWithFilm({ projection: 'dual-fisheye', width: 1280, height: 640 });
  await withPage(await browser.newContext(person), async (host) => {
    await startCall(host, guest);
    await openMore(host, 'Camera and microphone');
    await host.getByLabel('Video format').selectOption('dual-fisheye');
    for (const name of ['front', 'right', 'back', 'left', 'front']) {
      await expect.poll(() => middle(guest), { message: name }).toBe(name);
      await press(guest, 'ArrowRight', KEYS_FOR_90);
    }
    await press(guest, 'Home', 1);
    await press(guest, 'ArrowUp', KEYS_FOR_90);
    await expect.poll(() => middle(guest)).toBe('up');
    await press(guest, 'ArrowDown', 2 * KEYS_FOR_90);
    await expect.poll(() => middle(guest)).toBe('down');
  });
  await browser.close();
});
