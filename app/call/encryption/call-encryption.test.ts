import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SeatEncryption, type SeatState, WHOLE_VIDEO } from '#protocol/channel.ts';
import { agree, makeKeyPair, prove } from './agreement.ts';
import { CallEncryption, type Encryption } from './call-encryption.ts';
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

it('encrypts with the secrets of both sides once the other side is there', async () => {
  begin('');
  encryption.setOther(null);
  expect(told).toEqual([]);
  const host = await makeKeyPair();
  encryption.setOther(seat({ publicKey: host.publicKey, proof: null }));
  await becomes({ state: 'on', proven: false, isDoubtful: false });
  await encryption.ready;
  const hosts = await agree(ROOM, 'host', host, encryption.offer?.publicKey ?? '');
  const secrets = { send: hosts.secrets.guest, receive: hosts.secrets.host };
  expect(told).toEqual([{ mode: 'wait' }, { mode: 'keys', id: host.publicKey, secrets }]);
});

it('sends nothing until the other side has said whether it can encrypt, and unencrypted if it cannot', async () => {
  begin('');
  encryption.setOther(seat(null, { videoCodecs: { send: null, receive: null } }));
  expect(told).toEqual([]);
  encryption.setOther(seat(null));
  expect(told).toEqual([{ mode: 'plain' }]);
  expect(shown).toEqual({ state: 'off', lacking: 'other' });
  encryption.setOther(null);
  expect(told.at(-1)).toEqual({ mode: 'drop' });
  expect(shown).toEqual({ state: 'unknown' });
});

it('tells which browser cannot encrypt', async () => {
  vi.stubGlobal('RTCRtpScriptTransform', undefined);
  begin('');
  await encryption.ready;
  expect(encryption.offer).toBeUndefined();
  encryption.setOther(seat({ publicKey: (await makeKeyPair()).publicKey, proof: null }));
  expect(shown).toEqual({ state: 'off', lacking: 'own' });
  expect(told).toEqual([]);
});

it('sends unencrypted, and says so, where the browser refuses to create keys', async () => {
  vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(new DOMException('', 'NotSupportedError'));
  begin('');
  await encryption.ready;
  expect(encryption.offer).toBeUndefined();
  vi.restoreAllMocks();
  encryption.setOther(seat({ publicKey: (await makeKeyPair()).publicKey, proof: null }));
  await becomes({ state: 'off', lacking: 'own' });
  expect(told.at(-1)).toEqual({ mode: 'plain' });
});

it('doubts a key other than the first one', async () => {
  begin('');
  const [first, second] = [await makeKeyPair(), await makeKeyPair()];
  encryption.setOther(seat({ publicKey: first.publicKey, proof: null }));
  await becomes({ state: 'on', isDoubtful: false });
  encryption.setOther(seat({ publicKey: second.publicKey, proof: null }));
  await becomes({ key: second.publicKey, isDoubtful: true });
  encryption.setOther(seat({ publicKey: first.publicKey, proof: null }));
  await becomes({ key: first.publicKey, isDoubtful: false });
});

it("recognises the host's keys by the invitation link", async () => {
  begin(`#${SECRET}`);
  const [first, second] = [await makeKeyPair(), await makeKeyPair()];
  for (const { publicKey } of [first, second]) {
    encryption.setOther(seat({ publicKey, proof: await prove(SECRET, 'host', publicKey) }));
    await becomes({ key: publicKey, proven: true, isDoubtful: false });
  }
});

it("doubts a first key that is not the host's by the invitation link", async () => {
  begin(`#${SECRET}`);
  const { publicKey } = await makeKeyPair();
  encryption.setOther(seat({ publicKey, proof: await prove(SECRET, 'guest', publicKey) }));
  await becomes({ key: publicKey, proven: false, isDoubtful: true });
});

it("sends nothing if the other side's key is invalid", async () => {
  begin('');
  encryption.setOther(seat({ publicKey: 'A'.repeat(87), proof: null }));
  await vi.waitFor(() => expect(told).toEqual([{ mode: 'wait' }, { mode: 'drop' }]));
  expect(shown).toEqual({ state: 'unknown' });
});
