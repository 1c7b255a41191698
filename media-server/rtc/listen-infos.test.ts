import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { listenInfos } from './listen-infos.ts';

test('Without an announced address, every IPv4 address of the machine is listened on, the loopback last', () => {
  const infos = listenInfos(44_401, null);
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const ipv4 = addresses.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
  for (const protocol of ['udp', 'tcp'] as const) {
    const listened = infos.filter((info) => info.protocol === protocol);
    expect(listened.map(({ ip }) => ip).toSorted()).toEqual(ipv4.toSorted());
    expect(listened.at(-1)?.ip).toBe('127.0.0.1');
  }
  expect(infos.every(({ port, announcedAddress }) => port === 44_401 && !announcedAddress)).toBe(true);
});

test('An announced address stands for all of them', () => {
  const infos = listenInfos(44_400, 'media.example');
  const common = { ip: '0.0.0.0', port: 44_400, announcedAddress: 'media.example' };
  expect(infos).toMatchObject([
    { protocol: 'udp', ...common },
    { protocol: 'tcp', ...common },
  ]);
});
