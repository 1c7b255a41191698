import { expect, it } from 'vitest';
import type { SeatEncryption } from '#protocol/channel.ts';
import { Comparison } from './comparison.ts';

const offer = (publicKey: string, { own }: Pick<Comparison, 'own'>): SeatEncryption => ({
  publicKey,
  proof: null,
  comparison: own,
});
const begin = async () => ({
  host: await Comparison.begin('host', 'host key'),
  guest: await Comparison.begin('guest', 'guest key'),
});

it('gives both sides the same nonces, the host revealing its own last', async () => {
  const { host, guest } = await begin();
  expect(host.own?.nonce).toBeNull();
  expect(guest.own).toBeNull();
  expect(await guest.follow(offer('host key', host))).toBeNull();
  const nonces = await host.follow(offer('guest key', guest));
  expect(await guest.follow(offer('host key', host))).toEqual(nonces);
  expect(nonces).toEqual({ host: host.own?.nonce, guest: guest.own?.nonce });
  // The same again, as after a lost connection.
  expect(await host.follow(offer('guest key', guest))).toEqual(nonces);
  expect(await guest.follow(offer('host key', host))).toEqual(nonces);
});

it('takes a new nonce of each side for a page that has been reloaded', async () => {
  const { host, guest } = await begin();
  await guest.follow(offer('host key', host));
  const before = await host.follow(offer('guest key', guest));

  const reloaded = await Comparison.begin('guest', 'another key');
  // What was revealed to the former page is of no use.
  expect(await reloaded.follow(offer('host key', host))).toBeNull();
  expect(reloaded.own).toBeNull();
  expect(await host.follow(offer('another key', reloaded))).toBeNull();
  expect(host.own?.nonce).toBeNull();
  await reloaded.follow(offer('host key', host));
  const after = await host.follow(offer('another key', reloaded));
  expect(await reloaded.follow(offer('host key', host))).toEqual(after);
  expect(before).toMatchObject({ host: expect.any(String) });
  expect(after).toMatchObject({ host: expect.any(String) });
  expect(after).not.toMatchObject({ host: Object(before).host });

  const hostAgain = await Comparison.begin('host', 'host again');
  const answered = reloaded.own;
  expect(await reloaded.follow(offer('host again', hostAgain))).toBeNull();
  expect(reloaded.own?.nonce).not.toBe(answered?.nonce);
  expect(await hostAgain.follow(offer('another key', reloaded))).toEqual(
    await reloaded.follow(offer('host again', hostAgain)),
  );
});

it('answers one commitment for each key of the host, and believes only the nonce that was committed to', async () => {
  const { host, guest } = await begin();
  await guest.follow(offer('host key', host));
  const own = host.own ?? { commitment: '', nonce: null };
  const other = { own: { ...own, nonce: 'another' } };
  expect(await guest.follow(offer('host key', other))).toBe('forged');
  // The nonce is the one committed to, but for another key.
  const { host: second } = await begin();
  expect(await guest.follow(offer('host key', second))).toBe('forged');
});

it('reveals the nonce of a host to one answer', async () => {
  const { host, guest } = await begin();
  await guest.follow(offer('host key', host));
  await host.follow(offer('guest key', guest));
  const revealed = host.own;
  const second = { own: { commitment: revealed?.commitment ?? '', nonce: 'chosen afterwards' } };
  expect(await host.follow(offer('guest key', second))).toBe('forged');
  expect(await host.follow(offer('key chosen afterwards', second))).toBeNull();
  expect(host.own).not.toEqual(revealed);
  expect(host.own?.nonce).toBeNull();
});

it('has no nonces with a page that does not compare them', async () => {
  const { host, guest } = await begin();
  expect(await host.follow(offer('guest key', { own: null }))).toBeNull();
  expect(await guest.follow(offer('host key', { own: null }))).toBeNull();
  expect(host.own?.nonce).toBeNull();
});
