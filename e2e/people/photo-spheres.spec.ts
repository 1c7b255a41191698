import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import type { Direction } from '#app/sphere/look/look-store.ts';
import { asPhotoSphere } from '#app/sphere/photo-sphere.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { areaOf, gpano, painted } from '#tests/support/pictures/photo-spheres.ts';
import { pretendGpu } from '../support/pretend-gpu.ts';
import { expect, expectAccessible, hydrated, type PeopleSite, signUp, test } from './site.ts';

/** The view, with a vertical field of view of 75°. */
const VIEW = { width: 1280, height: 720 };
const FOCAL_PX = VIEW.height / 2 / Math.tan((75 / 2) * (Math.PI / 180));
/** Column of a direction at the height of the horizon, in a view to the front. */
const columnOf = (yaw: number) => VIEW.width / 2 + FOCAL_PX * Math.tan((yaw * Math.PI) / 180);

/** Files have the front in whole degrees; at the lines half a degree is this wide. */
const HALF_DEGREE_PX = 6;

const WHOLE = { left: 0, top: 0, width: 1, height: 1 };
const LEVEL = { heading: 0, pitch: 0, roll: 0 };
const [SKY, GROUND, LEFT, RIGHT, INK] = [
  [140, 190, 255],
  [70, 140, 70],
  [220, 40, 40],
  [40, 40, 220],
  [11, 16, 22],
] as const;

/** Sky and ground, with a line 30° to the left and another 30° to the right. */
function world({ yaw, pitch }: Direction) {
  if (Math.abs(yaw + 30) < 1) return LEFT;
  if (Math.abs(yaw - 30) < 1) return RIGHT;
  return pitch > 0 ? SKY : GROUND;
}

const jpeg = (picture: Sharp) => picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();

async function openPicture(page: Page, site: PeopleSite, buffer: Buffer, isSphere = ''): Promise<void> {
  const me = await signUp(page, site);
  const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer };
  const multipart = { alt: 'A view', isSphere, file };
  const answer = await page.context().request.post(`/api/image/user/${me.id}`, { multipart });
  expect(answer.status()).toBe(201);
  await page.goto(`/user/${me.username}`);
  await hydrated(page);
  await page.getByRole('link', { name: 'A view' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

type Shown = { width: number; at: (x: number, y: number) => number[] };

async function shown(page: Page): Promise<Shown> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const first = 3 * (Math.round(y) * info.width + Math.round(x));
    return [...data.subarray(first, first + 3)];
  };
  return { width: info.width, at };
}

const isLike = (colour: readonly number[], other: readonly number[]) =>
  colour.every((value, index) => Math.abs(value - (other[index] ?? 0)) < 50);

/** The height of the horizon above the middle of the view, in pixels; null if a column shows no sky over ground. */
function horizonAt({ at }: Shown, x: number): number | null {
  for (let y = 100; y < 620; y++)
    if (isLike(at(x, y - 2), SKY) && isLike(at(x, y + 2), GROUND)) return VIEW.height / 2 - y;
  return null;
}

/** The middle of a line's columns, at the given row. */
function columnIn({ at, width }: Shown, line: readonly number[], y: number): number {
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) => isLike(at(x, y), line));
  return columns.reduce((sum, x) => sum + x, 0) / columns.length;
}

/** Waits until the front is shown with a level horizon, and its lines where they belong. */
async function expectLevel(page: Page): Promise<void> {
  await expect(async () => {
    const view = await shown(page);
    for (const x of [60, 500, 780, 1220])
      expect(Math.abs(horizonAt(view, x) ?? Number.NaN), `horizon in column ${x}`).toBeLessThanOrEqual(4);
    for (const y of [330, 390]) {
      expect(Math.abs(columnIn(view, LEFT, y) - columnOf(-30))).toBeLessThanOrEqual(HALF_DEGREE_PX);
      expect(Math.abs(columnIn(view, RIGHT, y) - columnOf(30))).toBeLessThanOrEqual(HALF_DEGREE_PX);
    }
  }).toPass({ timeout: 15_000 });
}

async function press(page: Page, key: string, times: number): Promise<void> {
  await page.getByRole('application', { name: /A view/ }).focus();
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

const middleIs = (page: Page, colour: readonly number[]) =>
  expect.poll(async () => isLike((await shown(page)).at(VIEW.width / 2, VIEW.height / 2), colour)).toBe(true);

for (const way of ['planes', 'texture'] as const)
  test.describe(`a photograph with metadata, by ${way}`, () => {
    test.beforeEach(async ({ page }) => {
      if (way === 'texture') await page.addInitScript(pretendGpu);
      await page.setViewportSize(VIEW);
    });

    test('is level however its camera was held', async ({ page, site }) => {
      const size = { width: 2000, height: 1000 };
      const pose = { PoseHeadingDegrees: 0, PosePitchDegrees: 0, PoseRollDegrees: 20 };
      const xmp = gpano({ ...areaOf(size, size, 0, 0), ...pose });
      // The horizon falls to the right.
      const picture = painted(size, WHOLE, { ...LEVEL, roll: 20 }, world);
      await openPicture(page, site, await jpeg(picture.withXmp(xmp)));
      await expectLevel(page);
      await press(page, 'ArrowRight', 18);
      await expect(async () => {
        const view = await shown(page);
        for (const x of [60, 640, 1220])
          expect(Math.abs(horizonAt(view, x) ?? Number.NaN)).toBeLessThanOrEqual(4);
      }).toPass();
    });

    test('of a part of the sphere shows it in its place, and nothing around it', async ({ page, site }) => {
      const size = { width: 1500, height: 750 };
      const bounds = { left: 0.25, top: 0.25, width: 0.5, height: 0.5 };
      const xmp = gpano(areaOf(size, { width: 3000, height: 1500 }, 750, 375));
      await openPicture(page, site, await jpeg(painted(size, bounds, LEVEL, world).withXmp(xmp)));
      await expectLevel(page);
      await press(page, 'ArrowUp', 3);
      await middleIs(page, SKY);
      await press(page, 'ArrowUp', 3);
      await middleIs(page, INK);
      await press(page, 'ArrowDown', 6);
      await press(page, 'ArrowRight', 12);
      await middleIs(page, INK);
    });

    test('of a band all around has no seam, and nothing above and below', async ({ page, site }) => {
      const size = { width: 2000, height: 500 };
      const bounds = { left: 0, top: 0.25, width: 1, height: 0.5 };
      const xmp = gpano(areaOf(size, { width: 2000, height: 1000 }, 0, 250));
      await openPicture(page, site, await jpeg(painted(size, bounds, LEVEL, world).withXmp(xmp)));
      await expectLevel(page);
      await press(page, 'ArrowRight', 18);
      await expect(async () => {
        const { at } = await shown(page);
        for (let x = 600; x < 680; x++) {
          expect(isLike(at(x, 260), SKY)).toBe(true);
          expect(isLike(at(x, 460), GROUND)).toBe(true);
        }
      }).toPass();
      await press(page, 'ArrowDown', 6);
      await middleIs(page, INK);
    });

    test('is level if the product saved it from a tilted 180° camera', async ({ page, site }) => {
      const size = { width: 1000, height: 1000 };
      const turned = { heading: 20, pitch: 15, roll: -25 };
      const camera = { projection: 'half', stereo: 'mono', lenses: USUAL_LENSES, ...turned } as const;
      const bounds = { left: 0.25, top: 0, width: 0.5, height: 1 };
      const frame = await jpeg(painted(size, bounds, turned, world));
      await openPicture(page, site, Buffer.from(asPhotoSphere(Uint8Array.from(frame), camera, size)));
      await expectLevel(page);
      await press(page, 'ArrowLeft', 18);
      await middleIs(page, INK);
    });
  });

test('a picture without metadata is flat until its owner says otherwise, by keyboard too', async ({
  page,
  site,
}) => {
  await signUp(page, site);
  await page.goto('/es/personal/profile');
  await hydrated(page);
  const section = page.locator('#picture');
  const buffer = await jpeg(painted({ width: 1600, height: 800 }, WHOLE, LEVEL, world));
  await section
    .getByLabel('Elige una imagen')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await section.getByLabel('Qué se ve').fill('Un campo');
  await section.getByRole('button', { name: 'Subir imagen' }).click();
  await expect(section.getByText('Imagen añadida.')).toBeVisible();
  const question = section.getByRole('group', { name: 'Un campo: ¿es una imagen de 360°?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  const badge = section.getByRole('listitem').getByText('360°', { exact: true });
  await expect(badge).toHaveCount(0);
  await question.getByRole('button', { name: 'Sí' }).focus();
  await page.keyboard.press('Enter');
  await expect(badge).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(section.getByRole('status').filter({ hasText: 'Guardado.' })).toBeFocused();
  await section.getByLabel('Editar Un campo').press('Enter');
  const choice = section.getByRole('listitem').getByLabel('Cómo se muestra');
  await expect(choice).toHaveValue('true');
  await choice.selectOption({ label: 'Plana' });
  await section.getByRole('button', { name: 'Guardar' }).click();
  await expect(badge).toHaveCount(0);
  await expect(question).toHaveCount(0);
});

test('the owner says at the upload how a picture is shown', async ({ page, site }) => {
  const buffer = await jpeg(painted({ width: 1600, height: 800 }, WHOLE, LEVEL, world));
  await page.setViewportSize(VIEW);
  await openPicture(page, site, buffer, 'true');
  await expectLevel(page);
  await page.keyboard.press('Escape');
  // Closing takes a step back in the history, which would interrupt a navigation.
  await expect.poll(() => page.evaluate(() => history.state?.overlay)).toBeUndefined();
  await page.goto('/personal/profile');
  await hydrated(page);
  const section = page.locator('#picture');
  await section
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer });
  await section.getByLabel('What it shows').last().fill('A drawing');
  await section.getByLabel('Show it').last().selectOption({ label: 'Flat' });
  await section.getByRole('button', { name: 'Upload picture' }).click();
  await expect(section.getByRole('img', { name: 'A drawing' })).toBeVisible();
  await expect(section.getByText('Is this a 360° picture?')).toHaveCount(0);
});
