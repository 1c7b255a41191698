import type { Page } from '@playwright/test';
import { openMore } from '../call/support/controls.ts';
import { startCall } from '../call/support/people.ts';
import { expect, test } from './pairs.ts';
import { expectCall } from './seen.ts';

type Feature = {
  remove: () => void;
  /** Expected in the call. */
  isSaid?: (page: Page) => Promise<void>;
  /** Text that the check before a call shows at a step. */
  inCheck?: { step: string; text: string };
};

/**
 * Features that Safari, Firefox or an older Chromium lacks, each removed from Chromium before the page's program
 * starts, and what the page then shows.
 */
const FEATURES: Record<string, Feature> = {
  RTCRtpScriptTransform: {
    remove: () => Reflect.deleteProperty(globalThis, 'RTCRtpScriptTransform'),
    isSaid: async (page) => {
      await page.getByRole('button', { name: 'Not end-to-end encrypted' }).click();
      await expect(page.getByText("Your browser can't encrypt calls end to end")).toBeVisible();
    },
  },
  MediaStreamTrackProcessor: {
    remove: () => Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor'),
  },
  requestVideoFrameCallback: {
    remove: () => Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback'),
    inCheck: { step: 'Camera', text: "Your browser can't do this." },
  },
  documentPictureInPicture: {
    remove: () => Reflect.deleteProperty(globalThis, 'documentPictureInPicture'),
    isSaid: async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Connection' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Small window over others' })).toBeHidden();
    },
  },
  setConfiguration: {
    remove: () => Reflect.deleteProperty(RTCPeerConnection.prototype, 'setConfiguration'),
  },
  availableOutgoingBitrate: {
    remove: () => {
      const { prototype } = RTCPeerConnection;
      const getStats: () => Promise<RTCStatsReport> = prototype.getStats;
      Object.assign(prototype, {
        async getStats(this: RTCPeerConnection) {
          const report = await getStats.call(this);
          return new Map(
            [...report].map(([id, { availableOutgoingBitrate, ...entry }]) => [id, entry] as const),
          );
        },
      });
    },
    inCheck: { step: 'Upload', text: 'Mbit/s or more' },
  },
  VideoEncoder: {
    remove: () => Reflect.deleteProperty(globalThis, 'VideoEncoder'),
    isSaid: async (page) => {
      const panel = await openMore(page, 'Capture');
      await expect(panel.getByRole('button', { name: 'Record the call' })).toContainText(
        "This browser can't record calls",
      );
    },
  },
};

test.use({ pair: { host: 'chromium', guest: 'chromium' } });

for (const [feature, { remove, isSaid, inCheck }] of Object.entries(FEATURES)) {
  test(`a call starts, recovers and ends without ${feature}`, async ({ host, guest }) => {
    for (const page of [host, guest]) await page.addInitScript(remove);
    await startCall(host, guest);
    await expectCall(host, guest);
    for (const page of [host, guest]) await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectCall(host, guest);
    await guest.reload();
    await expectCall(host, guest);
    await isSaid?.(guest);
    // Closes what `isSaid` opened.
    await guest.keyboard.press('Escape');
    await host.getByRole('button', { name: 'Leave' }).click();
    for (const page of [host, guest])
      await expect(page.getByRole('heading', { name: 'Call ended' })).toBeVisible({ timeout: 20_000 });
    if (!inCheck) return;
    await host.goto('/');
    await host.getByRole('button', { name: 'Start' }).click();
    await host.getByRole('button', { name: 'Create room' }).click();
    await host.getByRole('button', { name: 'More settings' }).click();
    await host.getByRole('button', { name: 'Check camera and connection' }).click();
    const step = host.getByRole('listitem').filter({ hasText: inCheck.step });
    await expect(step).toContainText(inCheck.text, { timeout: 60_000 });
  });
}
