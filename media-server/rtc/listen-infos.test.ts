import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { listenInfos } from './listen-infos.ts';

test('Without an announced address, listens on every address of the machine, loopbacks last', () => {
  const infos = listenInfos(44_401, []);
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const usable = addresses.filter(({ address }) => !address.startsWith('fe80:'));
  const internal = new Set(usable.filter((found) => found.internal).map(({ address }) => address));
  for (const protocol of ['udp', 'tcp'] as const) {
    const listened = infos.filter((info) => info.protocol === protocol).map(({ ip }) => ip);
    expect(listened.toSorted()).toEqual(usable.map(({ address }) => address).toSorted());
    expect(new Set(listened.slice(-internal.size))).toEqual(internal);
    const first = listened.slice(0, -internal.size);
    expect(first).toEqual(first.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b))));
  }
  expect(infos.every(({ port, announcedAddress }) => port === 44_401 && !announcedAddress)).toBe(true);
});

test('An announced address replaces all addresses of its family', () => {
  const infos = listenInfos(44_400, ['media.example', '2001:db8::1']);
  const ipv4 = { ip: '0.0.0.0', port: 44_400, announcedAddress: 'media.example' };
  const ipv6 = { ip: '::', port: 44_400, announcedAddress: '2001:db8::1', flags: { ipv6Only: true } };
  expect(infos).toMatchObject([
    { protocol: 'udp', ...ipv4 },
    { protocol: 'tcp', ...ipv4 },
    { protocol: 'udp', ...ipv6 },
    { protocol: 'tcp', ...ipv6 },
  ]);
});
