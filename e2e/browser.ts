import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '#scripts/testing/chromium.ts';

/** Command line switches for every Chromium. */
export const LAUNCH_ARGS: readonly string[] = [
  // Tests may run as root, and in containers.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // WebGL in software where there is no GPU. (With --use-angle=swiftshader the whole page would be composited so.)
  '--enable-unsafe-swiftshader',
];

/** Launch options of Playwright, which runs Chromium in the headless mode that has WebGL and WebRTC. */
export const launchOptions = { executablePath: findChromium(), args: [...LAUNCH_ARGS] };

/**
 * Launches another browser, for people with devices of their own.
 * @param args additional Chromium switches
 */
export function launchBrowser(args: readonly string[]): Promise<Browser> {
  return chromium.launch({ ...launchOptions, args: [...LAUNCH_ARGS, ...args] });
}
