import { openMore } from '../call/support/controls.ts';
import { expectLock } from '../call/support/lock.ts';
import { startCall } from '../call/support/people.ts';
import { lengths, loudness, probe } from '../call/support/recorded-file.ts';
import { hasFfmpeg } from '../sphere/harness/ffmpeg.ts';
import { expect, PAIRS, type Pair, test } from './pairs.ts';
import { writeSaved } from './saved.ts';
import { expectCall } from './seen.ts';
import { withBrowserStopped, withPathCut } from './stopped.ts';

const RECONNECTING = 'Connection lost. Reconnecting…';
const OTHER_RECONNECTING = /^Your (guest|host) lost connection\. Waiting for them to return…$/;
const isSmoke = ({ host, guest }: Pair) => host === 'chromium' && guest === 'firefox';

// Firefox logs this for the style that Playwright adds while taking a screenshot.
test.use({ expectedErrors: [/blocked an inline style \(style-src-elem\)/] });

for (const pair of PAIRS) {
  test.describe(`${pair.host} hosts ${pair.guest}`, () => {
    test.use({ pair });

    // First, because after a reload people are asked to compare pictures.
    test('end-to-end encryption', async ({ call: { host, guest } }) => {
      for (const page of [host, guest]) await expectLock(page, 'End-to-end encrypted');
    });

    test('a change of network', { tag: isSmoke(pair) ? '@smoke' : [] }, async ({ call: { host, guest } }) => {
      for (const page of [host, guest]) {
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await expectCall(host, guest);
      }
    });

    test('a reload of the host', async ({ call: { host, guest } }) => {
      await host.reload();
      await expectCall(host, guest);
    });

    test('a reload of the guest', async ({ call: { host, guest } }) => {
      await guest.reload();
      await expectCall(host, guest);
    });

    test('a path that is cut', async ({ call: { host, guest } }) => {
      await withPathCut(async () => {
        for (const page of [host, guest])
          await expect(page.getByText(RECONNECTING)).toBeVisible({ timeout: 15_000 });
      });
      for (const page of [host, guest])
        await expect(page.getByText(RECONNECTING)).toBeHidden({ timeout: 15_000 });
      await expectCall(host, guest);
    });

    test('the other browser stands still', async ({ call: { host, guest } }) => {
      test.skip(pair.host === pair.guest, 'Both pages are of one browser');
      for (const [engine, page] of [
        [pair.host, guest],
        [pair.guest, host],
      ] as const) {
        await withBrowserStopped(engine, async () => {
          // This side's connection is not reported as lost.
          await expect(page.getByText(OTHER_RECONNECTING)).toBeVisible({ timeout: 15_000 });
          await expect(page.getByText(RECONNECTING)).toBeHidden();
        });
        await expect(page.getByText(OTHER_RECONNECTING)).toBeHidden({ timeout: 15_000 });
        await expectCall(host, guest);
      }
    });

    test('a camera that is off and on', async ({ call: { host, guest } }) => {
      for (const [page, other] of [
        [host, guest],
        [guest, host],
      ] as const) {
        await page.getByRole('button', { name: 'Turn camera off' }).click();
        await expect(other.getByText(/has their camera off/)).toBeVisible();
        await page.getByRole('button', { name: 'Turn camera off' }).click();
        await expectCall(other);
      }
    });

    test('a shared screen', async ({ call: { host, guest } }) => {
      await host.getByRole('button', { name: 'Share screen' }).click();
      await expect(guest.getByTestId('screen')).toBeVisible({ timeout: 20_000 });
      await expect
        .poll(() =>
          guest
            .getByTestId('screen')
            .evaluate((video) => (video instanceof HTMLVideoElement ? video.videoWidth : 0)),
        )
        .toBeGreaterThan(0);
      await host.getByRole('button', { name: 'Share screen' }).click();
      await expect(guest.getByTestId('screen')).toBeHidden();
    });

    // The guest records, the host is checked, and each side may lack encryption: the pairs above show each browser.
    if (pair.host === pair.guest) return;

    test('a recording', async ({ call: { host, guest } }, info) => {
      test.skip(!hasFfmpeg, 'ffmpeg is not installed');
      await (await openMore(guest, 'Capture')).getByRole('button', { name: 'Record the call' }).click();
      await host
        .getByRole('dialog', { name: 'Agree to be recorded?' })
        .getByText('Agree', { exact: true })
        .click();
      await expect(guest.getByRole('timer')).toHaveText(/^00:0[5-9]/, { timeout: 30_000 });
      await host.getByRole('button', { name: 'Stop' }).click();
      // The last frames may still be encoded.
      await expect(guest.getByText('Find it in your downloads')).toBeVisible({ timeout: 30_000 });
      const file = info.outputPath('recorded.mp4');
      await writeSaved(guest, file);
      const { video } = await probe(file);
      expect(video).toMatchObject({ width: 1280, height: 640 });
      expect(video?.nb_read_frames).toBeGreaterThan(5);
      // In seconds. A frame is repeated at least once a second.
      const { video: picture, audio: sound } = await lengths(file);
      expect(Math.abs(picture - sound)).toBeLessThan(1);
      expect(await loudness(file)).toBeGreaterThan(-60);
    });

    test('the check', async ({ host }) => {
      await host.goto('/');
      await host.getByRole('button', { name: 'Start' }).click();
      await host.getByRole('button', { name: 'Create room' }).click();
      await host.getByRole('button', { name: 'More settings' }).click();
      await host.getByRole('button', { name: 'Check camera and connection' }).click();
      const step = (name: string) => host.getByRole('listitem').filter({ hasText: name });
      // This machine has no bandwidth limit, so the check must not propose one.
      await expect(step('Upload')).toContainText(/\d Mbit\/s or more/, { timeout: 60_000 });
      await expect(step('Camera')).toContainText(/1280 × 640, \d+ frames\/s/);
      await expect(step('Microphone')).toContainText('We hear you.', { timeout: 30_000 });
    });

    for (const lacking of ['host', 'guest'] as const)
      test(`end-to-end encryption that the ${lacking}'s browser lacks`, async ({ host, guest }) => {
        const [page, other] = lacking === 'host' ? [host, guest] : [guest, host];
        await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCRtpScriptTransform'));
        const agreed = other
          .getByRole('button', { name: 'Go on without encryption' })
          .click({ timeout: 60_000 });
        await Promise.all([startCall(host, guest), agreed]);
        await expectCall(host, guest);
        for (const each of [host, guest]) await expectLock(each, 'Not end-to-end encrypted');
      });
  });
}
