import { descendant, MEDIA_WORKER } from '#tests/support/servers/processes.ts';
import { expect } from '../../support/test.ts';
import {
  detailedTest,
  expectAhead,
  expectPart,
  expectSharp,
  startDetailedCall,
} from '../support/detailed.ts';
import { OWN_STACK } from '../support/own-stack.ts';

const test = detailedTest.extend(OWN_STACK);

test('the part in full detail comes back after the death of the media worker', async ({
  host,
  guest,
  stack,
}) => {
  await startDetailedCall(host, guest);
  await expectSharp(guest);
  const connections = () => guest.evaluate(() => window.connections?.length);
  const before = await connections();
  await expectAhead(guest, 'front', async () => {
    process.kill(await descendant(stack.pid, MEDIA_WORKER), 'SIGKILL');
    await expect.poll(connections).toBeGreaterThan(before ?? 0);
    await expectPart(guest);
    await expectSharp(guest);
  });
});
