import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '#scripts/testing/chromium.ts';

/**
 * The address bar's own pages, which Chromium loads in each new window: a third of a short test's time. And, because
 * only the last switch of this name counts, what Playwright itself disables.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
];

/**
 * WebGL in software where there is no GPU. (With --use-angle=swiftshader the whole page would be composited so.)
 * CHROMIUM_GRAPHICS takes its place, with what lets Chromium use a GPU that has no screen.
 */
const GRAPHICS = process.env.CHROMIUM_GRAPHICS?.split(' ') ?? ['--enable-unsafe-swiftshader'];

/** Command line switches for every Chromium. */
export const LAUNCH_ARGS: readonly string[] = [
  // Tests may run as root, and in containers.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  `--disable-features=${DISABLED_FEATURES}`,
  ...GRAPHICS,
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
