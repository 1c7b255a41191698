import { expect, it } from 'vitest';
import { refund, refuseIfSpent, spend } from './rate-limits.server.ts';

const refused = { code: 'RATE_LIMITED' };

it('counts an IPv6 network as one client, and IPv4 addresses one by one', async () => {
  const network = [
    '2001:db8::1',
    '2001:db8:0:0:ffff::2',
    '2001:0db8:0000::3',
    '2001:db8::4:5:6',
    '2001:DB8::7',
  ];
  for (const address of network) await spend('password', address);
  await expect(spend('password', '2001:db8::8')).rejects.toMatchObject(refused);
  await expect(refuseIfSpent('password', '2001:db8:0:0:9::')).rejects.toMatchObject(refused);
  await expect(spend('password', '2001:db8:0:1::1')).resolves.toBeUndefined();
  for (let host = 1; host <= 6; host++) await spend('password', `::ffff:192.0.2.${host}`);
});

it('gives back what did not count', async () => {
  for (let n = 0; n < 20; n++) {
    await spend('password', 'anna');
    await refund('password', 'anna');
  }
});
