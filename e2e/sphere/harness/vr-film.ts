import type { Page } from '@playwright/test';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { Colour } from '../../film/patches.ts';
import { seen } from '../../support/headset.ts';
import { columns, filmFrame } from './frames.ts';
import type { VrShown } from './vr-page.tsx';

export const film = filmFrame({ projection: 'equirectangular', width: 960, height: 480 });
/** The same place from a camera turned to the right. */
export const turned = columns(film, [
  [240, 960],
  [0, 240],
]);
export const SPHERE: VrShown = {
  mode: 'spherical',
  picture: {
    projection: 'equirectangular',
    stereo: 'mono',
    heading: 0,
    pitch: 0,
    roll: 0,
    lenses: USUAL_LENSES,
  },
};

export const show = (page: Page, view: VrShown) => page.evaluate((shown) => harness.showInVr(shown), view);

export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
}

export const pressed = (page: Page) => page.evaluate(() => harness.pressedInVr());

/** Whether the sky is brighter than the ground, which is dark, with the head level. */
export async function seesHorizon(page: Page, right = 0): Promise<boolean> {
  const [sky, ground] = [(await seen(page, right, -8)).right, (await seen(page, right, 8)).right];
  return isDark(ground) && sky[0] - ground[0] > 8;
}

export function isDark([red, green, blue]: Colour): boolean {
  return Math.max(red, green, blue) < 40;
}
