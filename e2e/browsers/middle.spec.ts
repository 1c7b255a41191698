import { pictures } from '../call/support/lock.ts';
import { startCall } from '../call/support/people.ts';
import { TAPPED } from '../call/support/tapped.ts';
import { expect, test as pairTest } from './pairs.ts';

const test = pairTest.extend(TAPPED);

// Firefox logs this for the style that Playwright adds while taking a screenshot.
test.use({ expectedErrors: [/blocked an inline style \(style-src-elem\)/] });

for (const attack of ['none', 'swap'] as const)
  test(`compared pictures, with a media server whose attack is: ${attack}`, async ({
    host,
    guest,
    tapped,
  }) => {
    tapped.middle.attack = attack;
    await startCall(host, guest);
    const [hosts, guests] = [await pictures(host), await pictures(guest)];
    if (attack === 'none') expect(hosts).toEqual(guests);
    else expect(hosts).not.toEqual(guests);
  });
