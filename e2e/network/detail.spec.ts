import { arrivingVideos } from '../call/support/connections.ts';
import {
  DETAILED_FILM,
  DETAILED_VIEW,
  expectAhead,
  expectPart,
  expectSharp,
  turnTo,
  zoomIn,
} from '../call/support/detailed.ts';
import { expect } from '../support/test.ts';
import { BACK_MS, expectMedia, test } from './lab-test.ts';
import { whyNoNamespaces } from './namespaces.ts';

const why = whyNoNamespaces();
test.skip(why !== null, why ?? '');
test.use({ film: DETAILED_FILM });

test(`the part in full detail is where it belongs while a tenth of the packets is lost, and sharp afterwards${why === null ? '' : ` (skipped: ${why})`}`, async ({
  lab,
  call: { host, guest, watches },
}) => {
  const losses = async () => (await arrivingVideos(guest)).reduce((sum, { nacks }) => sum + nacks, 0);
  await guest.setViewportSize(DETAILED_VIEW);
  await zoomIn(host, guest);
  await lab.paths.guest.lose(0.1);
  for (const [patch, key] of [
    ['right', 'ArrowRight'],
    ['front', 'ArrowLeft'],
  ] as const) {
    await turnTo(guest, patch, key);
    const before = await losses();
    await expectAhead(guest, patch, async () => {
      await expect.poll(losses, { timeout: BACK_MS }).toBeGreaterThan(before + 20);
      await expectMedia(watches.guest);
    });
  }
  await lab.paths.guest.mend();
  await expectPart(guest);
  await expectSharp(guest);
});
