import { type Browser, firefox } from '@playwright/test';
import type { Desktop } from './desktop.ts';

/** Debian's. */
const PATH = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** Fake devices, of which nobody is asked; a 2:1 picture as that of a 360° camera; and calls on one machine. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.navigator.video.default_width': 1280,
  'media.navigator.video.default_height': 640,
  'media.peerconnection.ice.loopback': true,
};

/** Firefox as Debian builds it, driven by WebDriver BiDi. */
export function launchFirefox(desktop: Desktop): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: PATH,
    headless: false,
    env: { ...process.env, ...desktop.env },
    firefoxUserPrefs: PREFERENCES,
  });
}
