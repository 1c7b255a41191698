import type { Page } from '@playwright/test';
import { expect } from '../../support/test.ts';
import { openStats } from '../support/controls.ts';
import { sphere, startCall, test } from '../support/people.ts';
import { soundLevel } from '../support/picture.ts';

/**
 * Leaves a browser one video codec, because the client library learns the codecs from the browser's offers.
 * @param first the codec until `useCodec` changes it
 */
function offerOneCodec(first: string): void {
  const { prototype } = RTCPeerConnection;
  const offer: (options?: RTCOfferOptions) => Promise<RTCSessionDescriptionInit> = prototype.createOffer;
  Object.assign(prototype, {
    async createOffer(this: RTCPeerConnection, options?: RTCOfferOptions) {
      const { type, sdp = '' } = await offer.call(this, options);
      const codec = sessionStorage.getItem('codec') ?? first;
      return {
        type,
        sdp: sdp
          .split(/(?=^m=)/m)
          .map((section) => only(codec, section))
          .join(''),
      };
    },
  });

  function only(codec: string, section: string): string {
    if (!section.startsWith('m=video')) return section;
    const found = (pattern: RegExp) => [...section.matchAll(pattern)].map(([, type = '']) => type);
    const kept = found(new RegExp(`^a=rtpmap:(\\d+) ${codec}/`, 'gm'));
    kept.push(...found(new RegExp(`^a=fmtp:(\\d+) apt=(?:${kept.join('|')})\\r?$`, 'gm')));
    return section
      .replace(/^(m=video \S+ \S+) .*$/m, `$1 ${kept.join(' ')}`)
      .replace(/^a=(?:rtpmap|fmtp|rtcp-fb):(\d+) .*\r?\n/gm, (line, type) =>
        kept.includes(type) ? line : '',
      );
  }
}

/** Reloads the page as a browser that has only this codec. */
async function useCodec(page: Page, codec: string): Promise<void> {
  await page.evaluate((name) => sessionStorage.setItem('codec', name), codec);
  await page.reload();
}

test('video is sent in a codec that the other browser decodes; if there is none, the sound continues', async ({
  host,
  guest,
}) => {
  await guest.addInitScript(offerOneCodec, 'VP8');
  await startCall(host, guest);
  const codecs = guest.getByTestId('stats').getByRole('row', { name: /^Codec/ });
  await openStats(guest);
  await expect(codecs).toHaveText(/VP8\s*VP8/, { timeout: 15_000 });

  await useCodec(guest, 'H264');
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await openStats(guest);
  await expect(codecs).toHaveText(/H264\s*H264/, { timeout: 15_000 });

  await host.addInitScript(offerOneCodec, 'VP8');
  await host.reload();
  for (const page of [host, guest]) {
    await expect(page.getByText(/no video format in common, so you can't see each other/)).toBeVisible({
      timeout: 30_000,
    });
    await expect.poll(() => soundLevel(page)).toBeGreaterThan(0.05);
  }
});
