import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { installDebianPackages } from '../debian-packages.ts';
import { runChild } from '../processes/child.ts';
import { root } from '../stack/settings.ts';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell';

/** Finds the Chromium to test with: CHROMIUM_PATH, else Playwright's, else Debian's. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return [chromium.executablePath(), DEBIAN_CHROMIUM].find((path) => existsSync(path));
}

/**
 * Finds a Chromium for tests of pages without media: Debian's headless shell, which takes two thirds of the time because
 * it has no address bar, menus or new-tab page. Else the usual one.
 */
export function findHeadlessShell(): string | undefined {
  return !process.env.CHROMIUM_PATH && existsSync(DEBIAN_SHELL) ? DEBIAN_SHELL : findChromium();
}

/** Installs Debian's headless shell where Debian's Chromium is used. Tests pass without it, but later. */
export async function ensureHeadlessShell(say: (line: string) => void): Promise<void> {
  if (findChromium() !== DEBIAN_CHROMIUM) return;
  await installDebianPackages(['chromium-headless-shell'], say).catch((error: Error) => say(error.message));
}

/** Installs Playwright's Chromium if it can be downloaded, else Debian's. */
export async function ensureChromium(say: (line: string) => void): Promise<void> {
  const found = findChromium();
  if (found && (await starts(found))) return;
  say('Installing Chromium');
  try {
    const playwright = join(root, 'node_modules', '.bin', 'playwright');
    await runChild([process.execPath, playwright, 'install', '--no-shell', 'chromium']);
  } catch {
    say("Playwright's Chromium could not be downloaded");
  }
  if (!(await starts(chromium.executablePath()))) await installDebianPackages(['chromium'], say);
  const installed = findChromium();
  if (!installed || !(await starts(installed))) throw new Error('No Chromium starts on this machine.');
}

/** Whether the browser starts: without its system libraries it is useless. */
async function starts(path: string): Promise<boolean> {
  return runChild([path, '--version']).then(
    () => true,
    () => false,
  );
}
