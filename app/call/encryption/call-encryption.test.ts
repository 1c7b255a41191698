import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SeatEncryption, type SeatState, WHOLE_VIDEO } from '#protocol/channel.ts';
import { agree, makeKeyPair, prove } from './agreement.ts';
import { CallEncryption, type Encryption } from './call-encryption.ts';
import { Comparison } from './comparison.ts';
import { DataCipher } from './data-cipher.ts';
import type { ToTransform } from './transform-worker.ts';

const ROOM = 'K7M4QX9TR';
const SECRET = 'AAECAwQFBgcICQoLDA0ODw';

const seat = (encryption: SeatEncryption | null, change: Partial<SeatState> = {}): SeatState => ({
  connected: true,
  camera: null,
  producers: [],
  dataProducers: [],
  videoCodecs: { send: null, receive: ['H264'] },
  encryption,
  takesScreen: false,
  videoWish: WHOLE_VIDEO,
  controlModes: [],
  handRaised: false,
  recording: 'off' as const,
  ...change,
});

/** Messages to the worker. */
let told: ToTransform[];
let shown: Encryption;
let encryption: CallEncryption;

class FakeWorker {
  postMessage(message: ToTransform): void {
    told.push(message);
  }
  terminate(): void {}
}

function begin(hash: string): void {
  vi.stubGlobal('location', { pathname: `/room/guest/${ROOM}`, hash });
  encryption = new CallEncryption(ROOM, 'guest', (now) => {
    shown = now;
  });
}

beforeEach(() => {
  told = [];
  shown = { state: 'unknown' };
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('RTCRtpScriptTransform', class {});
});

afterEach(() => {
  encryption.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const becomes = (expected: Partial<Record<string, unknown>>) =>
  vi.waitFor(() => expect(shown).toMatchObject(expected));

const bytesOf = (data: string | ArrayBuffer) =>
  typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data);
const offerOf = (publicKey: string, change: Partial<SeatEncryption> = {}) => {
  return { publicKey, proof: null, comparison: null, ...change };
};

it('encrypts with the secrets of both sides once the other side is there', async () => {
  begin('');
  encryption.setOther(null);
  expect(told).toEqual([]);
  const host = await makeKeyPair();
  encryption.setOther(seat(offerOf(host.publicKey)));
  await becomes({ state: 'on', trust: 'first', isHeld: false, pictures: null });
  const { media, data } = await agree(ROOM, 'host', host, encryption.offer?.publicKey ?? '');
  const secrets = { send: media.guest, receive: media.host };
  expect(told).toEqual([{ mode: 'wait' }, { mode: 'keys', id: host.publicKey, secrets }]);

  const hosts = new DataCipher({ send: data.host, receive: data.guest });
  const sealed = await encryption.seal('messages', 'Hello');
  expect(await hosts.open('messages', bytesOf(sealed))).toBe('Hello');
  expect(await encryption.open('gaze', (await hosts.seal('gaze', 'Hi')).buffer)).toBe('Hi');
  expect(await encryption.open('messages', 'in the clear')).toBeNull();
});

it('shows the pictures once both sides have agreed on them', async () => {
  begin('');
  const host = await makeKeyPair();
  const comparison = await Comparison.begin('host', host.publicKey);
  encryption.setOther(seat(offerOf(host.publicKey, { comparison: comparison.own })));
  await becomes({ state: 'on', pictures: null });
  const guest = encryption.offer ?? offerOf('');
  const nonces = await comparison.follow(guest);
  if (!nonces || nonces === 'forged') throw new Error('the guest has not answered');
  const { pictures } = await agree(ROOM, 'host', host, guest.publicKey);
  encryption.setOther(seat(offerOf(host.publicKey, { comparison: comparison.own })));
  await becomes({ pictures: await pictures(nonces) });
  // The keys are the same, so the picture does not wait.
  expect(told.filter(({ mode }) => mode === 'wait')).toHaveLength(1);

  const second = { commitment: 'C'.repeat(43), nonce: null };
  encryption.setOther(seat(offerOf(host.publicKey, { comparison: second })));
  await becomes({ trust: 'forged', isHeld: true, pictures: null });
});

it('sends nothing until the other side has said whether it can encrypt, nor in the clear unless told to', async () => {
  begin('');
  encryption.setOther(seat(null, { videoCodecs: { send: null, receive: null } }));
  expect(told).toEqual([]);
  await expect(encryption.seal('messages', 'Hello')).rejects.toThrow('UNAVAILABLE');
  encryption.setOther(seat(null));
  await becomes({ state: 'refused', wasOn: false });
  expect(told.at(-1)).toEqual({ mode: 'drop' });
  await expect(encryption.seal('messages', 'Hello')).rejects.toThrow('UNAVAILABLE');
  expect(await encryption.open('messages', 'Hello')).toBeNull();
  encryption.goOn('clear');
  await becomes({ state: 'off', lacking: 'other' });
  expect(told.at(-1)).toEqual({ mode: 'plain' });
  expect(await encryption.seal('messages', 'Hello')).toBe('Hello');
  expect(await encryption.open('messages', 'Hello')).toBe('Hello');
  encryption.setOther(null);
  await becomes({ state: 'unknown' });
  expect(told.at(-1)).toEqual({ mode: 'drop' });
});

it('sends nothing in the clear once it was encrypted, until told to, and asks again after it was encrypted again', async () => {
  begin('');
  const { publicKey } = await makeKeyPair();
  for (let round = 0; round < 2; round++) {
    encryption.setOther(seat(offerOf(publicKey)));
    await becomes({ state: 'on', trust: 'first' });
    encryption.setOther(seat(null));
    await becomes({ state: 'refused', wasOn: true });
    expect(told.at(-1)).toEqual({ mode: 'drop' });
    expect(told).not.toContainEqual(round === 0 ? { mode: 'plain' } : {});
    encryption.goOn('clear');
    await becomes({ state: 'off', lacking: 'other' });
  }
});

it('tells which browser cannot encrypt', async () => {
  vi.stubGlobal('RTCRtpScriptTransform', undefined);
  begin('');
  await encryption.ready;
  expect(encryption.offer).toBeUndefined();
  encryption.setOther(seat(offerOf((await makeKeyPair()).publicKey)));
  await becomes({ state: 'off', lacking: 'own' });
  expect(told).toEqual([]);
  expect(await encryption.seal('messages', 'Hello')).toBe('Hello');
});

it('sends unencrypted, and says so, where the browser refuses to create keys', async () => {
  vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(new DOMException('', 'NotSupportedError'));
  begin('');
  await encryption.ready;
  expect(encryption.offer).toBeUndefined();
  vi.restoreAllMocks();
  encryption.setOther(seat(offerOf((await makeKeyPair()).publicKey)));
  await becomes({ state: 'off', lacking: 'own' });
  expect(told.at(-1)).toEqual({ mode: 'plain' });
});

it('doubts a key other than the first one, until its pictures were compared', async () => {
  begin('');
  const [first, second] = [await makeKeyPair(), await makeKeyPair()];
  encryption.setOther(seat(offerOf(first.publicKey)));
  await becomes({ state: 'on', trust: 'first' });
  encryption.setOther(seat(offerOf(second.publicKey)));
  await becomes({ key: second.publicKey, trust: 'changed', isHeld: false });
  encryption.confirm(second.publicKey);
  await becomes({ key: second.publicKey, trust: 'compared' });
});

it('sends nothing to another key after pictures were compared, until told to', async () => {
  begin('');
  const [first, second] = [await makeKeyPair(), await makeKeyPair()];
  encryption.setOther(seat(offerOf(first.publicKey)));
  await becomes({ state: 'on' });
  encryption.confirm(first.publicKey);
  await becomes({ trust: 'compared' });
  encryption.setOther(seat(offerOf(second.publicKey)));
  await becomes({ key: second.publicKey, trust: 'changed', isHeld: true });
  expect(told.at(-1)).toEqual({ mode: 'drop' });
  await expect(encryption.seal('messages', 'Hello')).rejects.toThrow('UNAVAILABLE');
  encryption.goOn(second.publicKey);
  await becomes({ trust: 'changed', isHeld: false });
  expect(told.at(-1)).toMatchObject({ mode: 'keys', id: second.publicKey });
});

it("recognises the host's keys by the invitation link", async () => {
  begin(`#${SECRET}`);
  const [first, second] = [await makeKeyPair(), await makeKeyPair()];
  for (const { publicKey } of [first, second]) {
    encryption.setOther(seat(offerOf(publicKey, { proof: await prove(SECRET, 'host', publicKey) })));
    await becomes({ key: publicKey, trust: 'proven', isHeld: false });
  }
});

it("sends nothing to a first key that is not the host's by the invitation link, until told to", async () => {
  begin(`#${SECRET}`);
  const { publicKey } = await makeKeyPair();
  encryption.setOther(seat(offerOf(publicKey, { proof: await prove(SECRET, 'guest', publicKey) })));
  await becomes({ key: publicKey, trust: 'forged', isHeld: true });
  expect(told.at(-1)).toEqual({ mode: 'drop' });
  encryption.goOn(publicKey);
  await becomes({ trust: 'forged', isHeld: false });
});

it("sends nothing if the other side's key is invalid", async () => {
  begin('');
  encryption.setOther(seat(offerOf('A'.repeat(87))));
  await vi.waitFor(() => expect(told).toEqual([{ mode: 'wait' }, { mode: 'drop' }]));
  expect(shown).toEqual({ state: 'unknown' });
});
