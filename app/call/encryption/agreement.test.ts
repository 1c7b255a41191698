import { expect, it } from 'vitest';
import { agree, isProven, makeKeyPair, prove } from './agreement.ts';

const ROOM = 'K7M4QX9TR';
const SECRET = 'AAECAwQFBgcICQoLDA0ODw';

it('gives both seats the same secrets and pictures, and nobody else', async () => {
  const [host, guest, other] = await Promise.all([makeKeyPair(), makeKeyPair(), makeKeyPair()]);
  const [hosts, guests] = await Promise.all([
    agree(ROOM, 'host', host, guest.publicKey),
    agree(ROOM, 'guest', guest, host.publicKey),
  ]);
  expect(hosts.secrets).toEqual(guests.secrets);
  expect(hosts.secrets.host).not.toEqual(hosts.secrets.guest);
  const pictures = await hosts.pictures();
  expect(await guests.pictures()).toEqual(pictures);
  expect(pictures).toHaveLength(8);
  for (const index of pictures) expect(index).toBeLessThan(64);

  for (const agreement of [
    await agree('another', 'guest', guest, host.publicKey),
    await agree(ROOM, 'host', guest, host.publicKey),
    await agree(ROOM, 'host', host, other.publicKey),
  ]) {
    expect(agreement.secrets.host).not.toEqual(hosts.secrets.host);
    expect(await agreement.pictures()).not.toEqual(pictures);
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
