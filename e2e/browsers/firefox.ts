import { type Browser, firefox } from '@playwright/test';
import type { Desktop } from './desktop.ts';

/** Debian's Firefox. */
const PATH = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** Fake devices without permission prompts; a 2:1 picture as of a 360° camera; and calls within one machine. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.navigator.video.default_width': 1280,
  'media.navigator.video.default_height': 640,
  'media.peerconnection.ice.loopback': true,
};

/** Starts Debian's Firefox, controlled through WebDriver BiDi. */
export function launchFirefox(desktop: Desktop): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: PATH,
    headless: false,
    env: { ...process.env, ...desktop.env },
    firefoxUserPrefs: PREFERENCES,
  });
}
