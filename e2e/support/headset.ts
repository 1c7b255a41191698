import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { XRDevice } from 'iwer';
import sharp from 'sharp';
import { patchOf } from '../call/support/picture.ts';
import type { Colour } from '../film/patches.ts';

declare global {
  var IWER: typeof import('iwer');
  /** The emulated headset of the page's browser. */
  var headset: XRDevice;
  var WebXRLayersPolyfill: new () => unknown;
}

const RUNTIME = module('iwer/build/iwer.min.js');
/** Layers of WebXR, composited in WebGL. */
const LAYERS = module('webxr-layers-polyfill/build/webxr-layers-polyfill.js');

function module(file: string): string {
  return fileURLToPath(new URL(`../../node_modules/${file}`, import.meta.url));
}

/** In degrees: yaw to the right, pitch up. */
export type Direction = { yaw: number; pitch?: number };

/** Gives a page an emulated headset with two controllers; the eyes' pictures are side by side over the page. */
export async function giveHeadset(page: Page): Promise<void> {
  await page.addInitScript({ path: RUNTIME });
  await page.addInitScript(() => {
    globalThis.headset = new IWER.XRDevice(IWER.metaQuest3, { stereoEnabled: true });
    // This Chromium has a navigator.xr without any hardware, which is replaced.
    headset.installRuntime({ forceInstall: true });
  });
}

/** As `giveHeadset`, of a browser that has layers. */
export async function giveLayers(page: Page): Promise<void> {
  await page.addInitScript({ path: RUNTIME });
  await page.addInitScript({ path: LAYERS });
  await page.addInitScript(() => {
    const supportedFeatures = [...IWER.metaQuest3.supportedFeatures, 'layers'];
    const quest = Object.assign({ ...IWER.metaQuest3 }, { supportedFeatures });
    globalThis.headset = new IWER.XRDevice(quest, { stereoEnabled: true });
    headset.installRuntime({ forceInstall: true });
    new WebXRLayersPolyfill();
    // Interfaces that it leaves out.
    const create = XRMediaBinding.prototype.createEquirectLayer;
    XRMediaBinding.prototype.createEquirectLayer = function (...given) {
      const layer = create.apply(this, given);
      Object.assign(globalThis, { XREquirectLayer: layer.constructor });
      return layer;
    };
    Object.assign(globalThis, { XRCylinderLayer: class {} });
    // The canvas that it draws to is not opaque.
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.background = 'black';
    });
  });
}

function quaternionOf({ yaw, pitch = 0 }: Direction): [x: number, y: number, z: number, w: number] {
  const [turn, raise] = [-yaw, pitch].map((degrees) => (degrees * Math.PI) / 360);
  if (turn === undefined || raise === undefined) throw new Error('Two angles');
  return [
    Math.cos(turn) * Math.sin(raise),
    Math.sin(turn) * Math.cos(raise),
    -Math.sin(turn) * Math.sin(raise),
    Math.cos(turn) * Math.cos(raise),
  ];
}

export async function turnHead(page: Page, direction: Direction): Promise<void> {
  await page.evaluate((angles) => headset.quaternion.set(...angles), quaternionOf(direction));
}

/** Points with the right controller or hand, held between the eyes. The panel stays while something points at it. */
export async function point(page: Page, direction: Direction): Promise<void> {
  await page.evaluate((angles) => {
    const { x, y, z } = headset.position;
    for (const input of [headset.hands.right, headset.controllers.right]) {
      input?.position.set(x, y, z);
      input?.quaternion.set(...angles);
    }
  }, quaternionOf(direction));
}

/**
 * Points, and presses the trigger or pinches for two frames: a press of more than 300 ms is no click, and without a GPU
 * a frame may take a third of that.
 */
export async function select(page: Page, direction: Direction): Promise<void> {
  await point(page, direction);
  await trigger(page, [1, 0]);
}

/** Points, and keeps pressing. */
export async function press(page: Page, direction: Direction): Promise<void> {
  await point(page, direction);
  await trigger(page, [1]);
}

export async function release(page: Page): Promise<void> {
  await trigger(page, [0]);
}

/** Sets the trigger to these values, one after the other. */
async function trigger(page: Page, values: (0 | 1)[]): Promise<void> {
  await page.evaluate(async (pressed) => {
    // A button may end the session, and with it the headset's frames.
    const frames = async (count: number) => {
      for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
    };
    await frames(4);
    for (const value of pressed) {
      if (headset.primaryInputMode === 'hand') headset.hands.right?.updatePinchValue(value);
      else headset.controllers.right?.updateButtonValue('trigger', value);
      await frames(2);
    }
    await frames(2);
  }, values);
}

/** The direction of one of the panel's buttons as it was shown; the panel faces the viewer. */
export function buttonAt(index: number, count: number, row = 0): Direction & { pitch: number } {
  const [distance, below] = [1.2, (35 * Math.PI) / 180];
  const right = (index - (count - 1) / 2) * 0.134;
  const down = row * 0.12;
  const ahead = distance * Math.cos(below) - down * Math.sin(below);
  const depth = distance * Math.sin(below) + down * Math.cos(below);
  return {
    yaw: (Math.atan2(right, ahead) * 180) / Math.PI,
    pitch: (-Math.atan2(depth, Math.hypot(ahead, right)) * 180) / Math.PI,
  };
}

/** The colour at the centre of both eyes' view, or some pixels away from it. */
export async function seen(page: Page, right = 0, below = 0): Promise<{ left: Colour; right: Colour }> {
  const png = await page.screenshot();
  const { width = 0, height = 0 } = await sharp(png).metadata();
  const at = async (x: number): Promise<Colour> => {
    const region = { left: x + right - 3, top: height / 2 + below - 3, width: 6, height: 6 };
    const { channels } = await sharp(await sharp(png).extract(region).png().toBuffer()).stats();
    const [red, green, blue] = channels;
    if (!red || !green || !blue) throw new Error('A screenshot has colours');
    return [red.mean, green.mean, blue.mean];
  };
  return { left: await at(width / 4), right: await at((width * 3) / 4) };
}

/** Waits until each eye has one of the film's patches in the middle of its view. */
export async function expectEyes(page: Page, left: string, right = left): Promise<void> {
  const names = async () => {
    const eyes = await seen(page);
    return [patchOf(eyes.left), patchOf(eyes.right)];
  };
  await expect.poll(names).toEqual([left, right]);
}
