import { type Browser, chromium } from '@playwright/test';
import { findChromium, findHeadlessShell } from '#scripts/testing/chromium.ts';

/**
 * The address bar's own pages, which Chromium loads in each new window and which take a third of a short test's time.
 * Includes the features that Playwright disables, because only the last switch of this name counts.
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
 * WebGL in software, without a GPU. (`--use-angle=swiftshader` would also composite the whole page in software.)
 * CHROMIUM_GRAPHICS replaces these switches, for a machine whose GPU has no screen.
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

/** Playwright's launch options: Chromium in the headless mode that has WebGL and WebRTC. */
export const launchOptions = { executablePath: findChromium(), args: [...LAUNCH_ARGS] };

/**
 * The same for pages without media, whose requests do not leave this machine. (Intercepting requests to other sites would
 * disable the browser's cache.)
 */
export const pageLaunchOptions = {
  executablePath: findHeadlessShell(),
  args: [...LAUNCH_ARGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
};

/** For pages with notifications, which the headless shell lacks. */
export const notificationLaunchOptions = { ...pageLaunchOptions, executablePath: findChromium() };

/**
 * Launches another browser, for people with other devices.
 * @param args additional Chromium switches
 */
export function launchBrowser(args: readonly string[]): Promise<Browser> {
  return chromium.launch({ ...launchOptions, args: [...LAUNCH_ARGS, ...args] });
}
