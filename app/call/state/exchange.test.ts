import { beforeEach, expect, it, vi } from 'vitest';
import { ProtocolError } from '#protocol/errors.ts';
import type { PageMessage } from '#protocol/relayed.ts';
import { toBase64 } from '../encryption/base64.ts';
import type { Data } from '../encryption/data-cipher.ts';
import { Exchange } from './exchange.ts';

const XOR = 0x55;
const mask = (data: Uint8Array<ArrayBuffer>) => data.map((byte) => byte ^ XOR);
/** Hides text, so that it can be told from what is in the clear. */
const encryption = {
  isClear: false,
  async seal(_kind: string, data: Data): Promise<Data> {
    return this.isClear || typeof data !== 'string' ? data : mask(new TextEncoder().encode(data)).buffer;
  },
  async open(_kind: string, data: Data): Promise<Data | null> {
    if (this.isClear) return data;
    return typeof data === 'string' ? null : new TextDecoder().decode(mask(new Uint8Array(data)));
  },
};

/** What the server was asked, which refuses all of it. */
let asked: [string, unknown][];
const send = vi.fn(async () => {});
let heard: PageMessage[];
let received: [string, Data][];
let offers: ('PAD' | 'VOICE')[];
let isOld: boolean;
let exchange: Exchange;

const pad = { name: 'padChannel', data: { direction: 'up', pressed: true } } as const;
const sealed = (value: unknown) => {
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { name: 'sealed', data: { data: toBase64(mask(text)) } } as const;
};

beforeEach(() => {
  encryption.isClear = false;
  isOld = false;
  [asked, heard, received, offers] = [[], [], [], ['PAD']];
  vi.restoreAllMocks();
  send.mockClear();
  exchange = new Exchange({
    realtime: {
      request: async (name, data) => {
        asked.push([name, data]);
        throw new ProtocolError('WRONG_STATE');
      },
    },
    encryption,
    channels: () => ({ send }),
    takesSealed: () => !isOld,
    offers: () => offers,
    hear: (message) => heard.push(message),
    receive: (label, data) => received.push([label, data]),
  });
});

it('sends messages sealed, and those for the server as they are', async () => {
  await expect(exchange.say('padChannel', pad.data)).rejects.toThrow('WRONG_STATE');
  await expect(exchange.say('raiseHand', { raised: true })).rejects.toThrow('WRONG_STATE');
  expect(asked).toEqual([
    ['sealed', sealed(pad).data],
    ['raiseHand', { raised: true }],
  ]);
});

it('sends nothing to a server or page that does not know sealed messages', async () => {
  isOld = true;
  await expect(exchange.say('padChannel', pad.data)).rejects.toThrow('UNAVAILABLE');
  await expect(exchange.say('raiseHand', { raised: true })).rejects.toThrow('WRONG_STATE');
  expect(asked).toEqual([['raiseHand', { raised: true }]]);
});

it('hears what was sealed, in order, and nothing else', async () => {
  const mark = { name: 'lookHere', data: { picture: 'mine', yaw: 1, pitch: 2 } } as const;
  exchange.hear(sealed(pad));
  exchange.hear(pad);
  exchange.hear(sealed({ name: 'padChannel', data: { direction: 'north' } }));
  exchange.hear(sealed({ name: 'leaveChannel', data: {} }));
  for (const data of ['AAAA', 'A', '']) exchange.hear({ name: 'sealed', data: { data } });
  exchange.hear(sealed(mark));
  await vi.waitFor(() => expect(heard).toEqual([pad, mark]));
});

it('ignores directions that its person does not offer', async () => {
  offers = ['VOICE'];
  const spoken = { name: 'voiceDirection', data: { direction: 'stop' } } as const;
  exchange.hear(sealed(pad));
  exchange.hear(sealed(spoken));
  await vi.waitFor(() => expect(heard).toEqual([spoken]));
});

it('sends and hears in the clear in a call without encryption', async () => {
  encryption.isClear = true;
  await expect(exchange.say('padChannel', pad.data)).rejects.toThrow('WRONG_STATE');
  expect(asked).toEqual([['padChannel', pad.data]]);
  exchange.hear(pad);
  await vi.waitFor(() => expect(heard).toEqual([pad]));
});

it('seals what goes over data channels', async () => {
  const bytes = mask(new TextEncoder().encode('gone')).buffer;
  await exchange.send('files', 'gone');
  expect(send).toHaveBeenCalledWith('files', bytes);
  await exchange.receive('files', 'gone');
  await exchange.receive('files', bytes);
  expect(received).toEqual([['files', 'gone']]);
});

it('rejects if nothing may be sent', async () => {
  vi.spyOn(encryption, 'seal').mockRejectedValue(new ProtocolError('UNAVAILABLE'));
  await expect(exchange.say('padChannel', pad.data)).rejects.toThrow('UNAVAILABLE');
  await expect(exchange.send('gaze', '')).rejects.toThrow('UNAVAILABLE');
  expect(asked).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});
