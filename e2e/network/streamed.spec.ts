import { sendCamera } from '../call/support/camera-by-whip.ts';
import { createStreamedRoom, enterStreamedRoom } from '../call/support/streamed-room.ts';
import { readFields } from '../call/support/streaming-program.ts';
import { expect } from '../support/test.ts';
import { openPages } from './call.ts';
import { BACK_MS, expectMedia, test } from './lab-test.ts';
import { whyNoNamespaces } from './namespaces.ts';

/** In Mbit/s: more than the small layer takes, and less than the large one does. */
const NARROW = 0.6;
const CAMERA = { width: 1280, height: 640, frameRate: 15 };
const LARGE = { rid: '0', maxBitrate: 1_500_000 };
const SMALL = { rid: '1', maxBitrate: 250_000, scaleResolutionDownBy: 4 };

const why = whyNoNamespaces();
test.skip(why !== null, why ?? '');
test.afterEach(({ lab }) => lab.paths.guest.mend());

test(`a guest with little bandwidth gets a program’s small layer, and is told if there is none${why === null ? '' : ` (skipped: ${why})`}`, async ({
  lab,
  site,
  browsers,
}) => {
  const { host, guest, watches, close } = await openPages(browsers, site.origin);
  const width = () => watches.guest.latest?.width;
  const weak = guest.getByText('Your connection is weak');
  const code = await createStreamedRoom(host);
  const fields = await readFields(host);
  const program = await host.context().newPage();
  const stream = async (...layers: RTCRtpEncodingParameters[]) => {
    await program.goto('/healthcheck');
    await sendCamera(program, { ...fields, camera: CAMERA, layers });
  };
  await stream(LARGE, SMALL);
  await enterStreamedRoom(guest, code);
  await expect.poll(width, { timeout: BACK_MS }).toBe(CAMERA.width);

  await test.step('the small one of two', async () => {
    await lab.paths.guest.limit(NARROW);
    await expect.poll(width, { timeout: BACK_MS }).toBe(CAMERA.width / 4);
    await expectMedia(watches.guest);
    await expect(weak).toBeHidden({ timeout: BACK_MS });
    await lab.paths.guest.mend();
    await expect.poll(width, { timeout: BACK_MS }).toBe(CAMERA.width);
  });

  await test.step('nothing less than the only one', async () => {
    await stream(LARGE);
    await expectMedia(watches.guest);
    await lab.paths.guest.limit(NARROW);
    await expect(weak).toBeVisible({ timeout: BACK_MS });
  });
  await close();
});
