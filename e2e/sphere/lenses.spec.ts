import type { Look } from '#app/sphere/look/look-store.ts';
import type { Lenses } from '#protocol/lenses.ts';
import { pretendGpu } from '../support/pretend-gpu.ts';
import { expect } from '../support/test.ts';
import { flatOutput, hasFfmpeg, paintWithFfmpeg, similarity, storeOffCentre } from './harness/ffmpeg.ts';
import { filmFrame } from './harness/frames.ts';
import { test, VIEW } from './harness/sphere-page.ts';

const dualFisheye = filmFrame({ projection: 'dual-fisheye', width: 1920, height: 960 });
/** Minimum SSIM. */
const LIKE_FFMPEG = 0.98;

declare global {
  /** Number of shader programs linked so far. */
  var programs: number;
}

function countPrograms(): void {
  globalThis.programs = 0;
  const { linkProgram } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.linkProgram = function (program) {
    globalThis.programs++;
    linkProgram.call(this, program);
  };
}

/**
 * In pixels of the picture; all even, as ffmpeg's filters require. The last one has no blending, which ffmpeg does not
 * support.
 */
const OFF_CENTRE = { width: 2400, height: 1200 };
const circle = (x: number, y: number, radius: number) => ({
  x: x / OFF_CENTRE.width,
  y: y / OFF_CENTRE.height,
  rx: radius / OFF_CENTRE.width,
  ry: radius / OFF_CENTRE.height,
});
const LENSES: readonly { lenses: Lenses; looks: readonly Omit<Look, 'roll'>[] }[] = [
  {
    lenses: { back: circle(540, 640, 500), front: circle(1840, 550, 520), fov: 190, blend: 4 },
    looks: [
      { yaw: 0, pitch: 0, fov: 75 },
      { yaw: 180, pitch: 20, fov: 75 },
      { yaw: 90, pitch: -10, fov: 75 },
    ],
  },
  {
    lenses: { back: circle(640, 580, 540), front: circle(1750, 620, 540), fov: 206, blend: 0 },
    looks: [
      { yaw: -90, pitch: 10, fov: 75 },
      { yaw: 160, pitch: -60, fov: 75 },
    ],
  },
];

for (const way of ['planes', 'texture'] as const)
  test(`off-centre lenses, by ${way}, beside ffmpeg`, async ({ sphere, page }, info) => {
    test.skip(!hasFfmpeg, 'ffmpeg is not installed');
    await page.addInitScript(countPrograms);
    if (way === 'texture') await page.addInitScript(pretendGpu);
    await page.reload();
    await page.waitForFunction(() => 'harness' in globalThis);
    const programs: number[] = [];
    for (const { lenses, looks } of LENSES) {
      const stored = info.outputPath(`${lenses.fov}.i420`);
      await sphere.feed(await storeOffCentre(dualFisheye, lenses, OFF_CENTRE, stored));
      await sphere.show({ projection: 'dual-fisheye', lenses });
      for (const place of looks) {
        const name = `${lenses.fov} ${place.yaw} ${place.pitch}`;
        await sphere.look(place);
        await sphere.screenshot(info.outputPath(`${name} ours.png`));
        const input = `dfisheye:ih_fov=${lenses.fov}:iv_fov=${lenses.fov}`;
        const path = info.outputPath(`${name} ffmpeg.png`);
        await paintWithFfmpeg(dualFisheye, input, flatOutput({ ...place, ...VIEW }), path);
        expect
          .soft(await similarity(info.outputPath(`${name} ours.png`), path), name)
          .toBeGreaterThan(LIKE_FFMPEG);
      }
      programs.push(await page.evaluate(() => globalThis.programs));
    }
    expect((await sphere.painted()).way).toBe(way);
    // Other lenses change uniforms, not the program.
    expect(programs[1]).toBe(programs[0]);
    expect(programs[0]).toBeGreaterThanOrEqual(way === 'texture' ? 1 : 0);
  });
