import { expect } from '../support/test.ts';
import { expectMedia, test } from './lab-test.ts';
import { whyNoNamespaces } from './namespaces.ts';

const why = whyNoNamespaces(6);
test.skip(why !== null, why ?? '');
test.use({ family: 6 });

test(`two people with only IPv6 see and hear each other${why === null ? '' : ` (skipped: ${why})`}`, async ({
  lab,
  call: { watches },
}) => {
  await expectMedia(watches.guest);
  for (const watch of Object.values(watches)) {
    await expect.poll(() => watch.latest?.remote).toBe(lab.address);
    expect(watch.latest?.protocol).toBe('udp');
  }
});
