import { chromium, type Page } from '@playwright/test';
import { LAUNCH_ARGS } from '#e2e/support/browser.ts';
import { findChromium } from '#scripts/testing/chromium.ts';
import type { Cleanup } from './cleanup.ts';
import { installProbe } from './probe.ts';

/** One person's browser: its tabs share a profile, so that a second visit uses the cache of the first. */
export type Visitor = { open: () => Promise<Page>; close: () => Promise<void> };

/** @param film a y4m file that becomes the browser's camera; null for a browser with only a microphone */
export async function launchVisitor(film: string | null, cleanup: Cleanup): Promise<Visitor> {
  const devices = film
    ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
    : ['--use-fake-device-for-media-stream=device-count=0'];
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...LAUNCH_ARGS, '--use-fake-ui-for-media-stream', ...devices],
    // The benchmark stops everything itself, in order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  cleanup.add(() => browser.close());
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    // Already granted, as after an earlier call.
    permissions: ['camera', 'microphone'],
  });
  await context.addInitScript(installProbe);
  return {
    async open() {
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      return page;
    },
    close: () => browser.close(),
  };
}

/** Name of the WebGL renderer in this browser. */
export async function rendererOf({ open }: Visitor): Promise<string> {
  const page = await open();
  const name = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('webgl2');
    const { UNMASKED_RENDERER_WEBGL = 0 } = context?.getExtension('WEBGL_debug_renderer_info') ?? {};
    return String(context?.getParameter(UNMASKED_RENDERER_WEBGL));
  });
  await page.close();
  return name;
}
