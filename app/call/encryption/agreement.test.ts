import { expect, it } from 'vitest';
import { agree, isProven, makeKeyPair, prove } from './agreement.ts';

const ROOM = 'K7M4QX9TR';
const SECRET = 'AAECAwQFBgcICQoLDA0ODw';

const NONCES = { host: 'of the host', guest: 'of the guest' };

it('gives both seats the same secrets and pictures, and nobody else', async () => {
  const [host, guest, other] = await Promise.all([makeKeyPair(), makeKeyPair(), makeKeyPair()]);
  const [hosts, guests] = await Promise.all([
    agree(ROOM, 'host', host, guest.publicKey),
    agree(ROOM, 'guest', guest, host.publicKey),
  ]);
  expect(hosts.media).toEqual(guests.media);
  expect(hosts.data).toEqual(guests.data);
  const secrets = [hosts.media.host, hosts.media.guest, hosts.data.host, hosts.data.guest];
  expect(new Set(secrets.map(String)).size).toBe(4);
  const pictures = await hosts.pictures(NONCES);
  expect(await guests.pictures(NONCES)).toEqual(pictures);
  expect(pictures).toHaveLength(6);
  for (const index of pictures) expect(index).toBeLessThan(64);
  expect(await hosts.pictures({ ...NONCES, guest: 'another' })).not.toEqual(pictures);
  expect(await hosts.pictures({ ...NONCES, host: 'another' })).not.toEqual(pictures);

  for (const agreement of [
    await agree('another', 'guest', guest, host.publicKey),
    await agree(ROOM, 'host', guest, host.publicKey),
    await agree(ROOM, 'host', host, other.publicKey),
  ]) {
    expect(agreement.media.host).not.toEqual(hosts.media.host);
    expect(agreement.data.host).not.toEqual(hosts.data.host);
    expect(await agreement.pictures(NONCES)).not.toEqual(pictures);
  }
});

it('proves a key to holders of the link, for one seat', async () => {
  const { publicKey } = await makeKeyPair();
  const proof = await prove(SECRET, 'host', publicKey);
  expect(await isProven(SECRET, 'host', { publicKey, proof })).toBe(true);
  const { publicKey: another } = await makeKeyPair();
  expect(await isProven(SECRET, 'host', { publicKey: another, proof })).toBe(false);
  expect(await isProven(SECRET, 'guest', { publicKey, proof })).toBe(false);
  expect(await isProven('AQECAwQFBgcICQoLDA0ODw', 'host', { publicKey, proof })).toBe(false);
  expect(await isProven(SECRET, 'host', { publicKey, proof: null })).toBe(false);
});

it('rejects an invalid public key', async () => {
  await expect(agree(ROOM, 'host', await makeKeyPair(), 'A'.repeat(87))).rejects.toThrow();
});
