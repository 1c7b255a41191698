import { expect } from '../support/test.ts';
import { BACK_MS, expectMedia, test } from './lab-test.ts';
import { whyNoNamespaces } from './namespaces.ts';

const RECONNECTING = 'Connection lost. Reconnecting…';
const OTHER_RECONNECTING = 'Your guest lost connection. Waiting for them to return…';

const why = whyNoNamespaces();
test.skip(why !== null, why ?? '');

test.describe(`On a bad network${why === null ? '' : ` (skipped: ${why})`}`, () => {
  test('media survives a path that is cut for three seconds', async ({ lab, call }) => {
    const { host, guest, watches } = call;
    const path = lab.paths.guest;
    const streams = watches.guest.latest?.streams;
    await path.cut();
    // The picture freezes, so the cut works.
    await expect.poll(() => watches.guest.still(Date.now() - 3_000, Date.now())).toBeGreaterThan(2.8);
    await expect(guest.getByText(RECONNECTING)).toBeVisible();
    await path.mend();
    await expectMedia(watches.guest);
    await expect(guest.getByText(RECONNECTING)).toBeHidden({ timeout: BACK_MS });
    await expect(host.getByText(OTHER_RECONNECTING)).toBeHidden({ timeout: BACK_MS });
    // The streams are the same, so the same connections recovered.
    expect(watches.guest.latest?.streams).toEqual(streams);
  });

  test('a call falls back to TCP where UDP is blocked', async ({ lab, call }) => {
    const { guest, watches } = call;
    expect(watches.guest.latest?.protocol).toBe('udp');
    await lab.paths.guest.cut({ protocol: 'udp' });
    await expect.poll(() => watches.guest.latest?.protocol, { timeout: BACK_MS }).toBe('tcp');
    await expectMedia(watches.guest);
    await expect(guest.getByText(RECONNECTING)).toBeHidden();
  });

  test('a call continues when the guest’s address changes', async ({ lab, call }) => {
    const { host, guest, watches } = call;
    // Awaited from the start: a quick guest may reconnect before `changeAddress` returns.
    await Promise.all([
      expect(guest.getByText(RECONNECTING)).toBeVisible({ timeout: BACK_MS }),
      lab.paths.guest.changeAddress(),
    ]);
    await expectMedia(watches.guest);
    await expect(guest.getByText(RECONNECTING)).toBeHidden({ timeout: BACK_MS });
    await expect(host.getByText(OTHER_RECONNECTING)).toBeHidden({ timeout: BACK_MS });
  });
});
