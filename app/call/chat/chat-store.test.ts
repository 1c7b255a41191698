import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Channel, type SeatState, WHOLE_VIDEO } from '#protocol/channel.ts';
import type { CallState } from '../state/call-state.ts';
import type * as Said from '../state/said.ts';

const seat = (connected = true): SeatState => ({
  connected,
  camera: null,
  producers: [],
  dataProducers: [],
  videoCodecs: { send: null, receive: null },
  encryption: null,
  takesScreen: false,
  videoWish: WHOLE_VIDEO,
  controlModes: [],
  handRaised: false,
  recording: 'off' as const,
});

const channel = (change: Partial<Channel> = {}): Channel => ({
  token: 'K7M4QX9TR',
  status: 'STARTED',
  endReason: null,
  endedBy: null,
  expiresInMs: 0,
  lastedMs: null,
  place: null,
  recordedMs: { host: null, guest: null },
  seats: { host: seat(), guest: seat() },
  ...change,
});

const inCall: CallState = {
  token: 'K7M4QX9TR',
  seat: 'guest',
  entered: true,
  channel: channel(),
  channelAt: 0,
  connection: 'open',
  refusal: null,
  shown: true,
  muted: false,
  cameraOff: false,
  videoWish: WHOLE_VIDEO,
  encryption: { state: 'unknown' },
  offers: null,
  meter: null,
  media: 'connected',
  arrival: 'arriving',
  remote: { audio: null, video: null },
  remoteScreen: { audio: null, video: null },
  screen: null,
  keyed: null,
};

/** What was said to the other side, and whether it can hear it. */
let said: unknown[];
let isThere: boolean;
let hear: typeof Said.hear;
let callStore: StoreApi<{ call: CallState | null }>;
let chat: typeof import('./chat-store.ts');
/** The ids of files. */
let offered: string[];
let wanted: string[];

/** The page is loaded, again if it was. */
async function load(): Promise<void> {
  vi.resetModules();
  callStore = createStore<{ call: CallState | null }>()(() => ({ call: null }));
  const { ProtocolError } = await import('#protocol/errors.ts');
  vi.doMock('../state/call-store.ts', () => ({
    callStore,
    sayToOther: async (name: string, data: object) => {
      if (!isThere) throw new ProtocolError('UNAVAILABLE');
      said.push({ name, ...data });
    },
  }));
  vi.doMock('./files/file-store.ts', () => ({
    offerFile: (id: string) => offered.push(id),
    wantFile: (id: string) => wanted.push(id),
    forgetFiles: () => {
      offered = [];
      wanted = [];
    },
  }));
  ({ hear } = await import('../state/said.ts'));
  chat = await import('./chat-store.ts');
}

const be = (change: Partial<CallState>) => callStore.setState({ call: { ...inCall, ...change } });
const texts = () => chat.chatStore.getState().messages.map(({ text }) => text);
const message = (text: string) =>
  ({ name: 'message', data: { id: `id of ${text}`, text, sentAt: 1_000 } }) as const;

beforeEach(async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  said = [];
  offered = [];
  wanted = [];
  isThere = true;
  await load();
  be({});
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('A text of this side', () => {
  const own = () => chat.chatStore.getState().messages[0];

  it('is delivered once the other side has said so', () => {
    chat.sendText('hello');
    expect(said).toEqual([expect.objectContaining({ name: 'message', text: 'hello' })]);
    expect(own()?.received).toBe(false);
    hear({ name: 'messageReceived', data: { id: own()?.id ?? '' } });
    expect(own()?.received).toBe(true);
  });

  it('is sent again until then, and no longer', async () => {
    chat.sendText('hello');
    await vi.advanceTimersByTimeAsync(11_000);
    expect(said).toHaveLength(3);
    hear({ name: 'messageReceived', data: { id: own()?.id ?? '' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said).toHaveLength(3);
  });

  it('waits for a side that is away', () => {
    isThere = false;
    be({ channel: channel({ seats: { host: seat(false), guest: seat() } }) });
    chat.sendText('are you there?');
    isThere = true;
    be({});
    expect(said).toEqual([expect.objectContaining({ text: 'are you there?' })]);
  });

  it('waits for the connection', () => {
    isThere = false;
    be({ connection: 'reconnecting' });
    chat.sendText('hello');
    isThere = true;
    be({});
    expect(said).toHaveLength(1);
  });
});

describe('A text of the other side', () => {
  it('is shown once, and its receipt sent each time', () => {
    hear(message('hello'));
    hear(message('hello'));
    expect(texts()).toEqual(['hello']);
    expect(said).toEqual(Array(2).fill({ name: 'messageReceived', id: 'id of hello' }));
  });

  it('is new until the messages are opened', () => {
    const unread = () => chat.unreadCount(chat.chatStore.getState());
    hear(message('one'));
    hear(message('two'));
    expect(unread()).toBe(2);
    chat.openChat(true);
    expect(unread()).toBe(0);
    hear(message('three'));
    expect(unread()).toBe(0);
    chat.openChat(false);
    hear(message('four'));
    expect(unread()).toBe(1);
  });
});

describe('A file', () => {
  const file = { name: 'map.png', size: 3, type: 'image/png' };
  const withFile = {
    name: 'message',
    data: { id: 'of a file', text: 'map.png', sentAt: 1_000, file },
  } as const;

  it('is announced by its name, and offered', () => {
    chat.sendFiles([new File(['map'], 'map.png', { type: 'image/png' })]);
    expect(said).toEqual([expect.objectContaining({ name: 'message', text: 'map.png', file })]);
    expect(offered).toEqual([chat.chatStore.getState().messages[0]?.id]);
  });

  it('that is empty or too large is refused, and the others are sent', () => {
    chat.sendFiles([
      new File([], 'nothing.txt'),
      new File([new Uint8Array(10_000_001)], 'film.mp4'),
      new File(['map'], 'map.png'),
    ]);
    expect(texts()).toEqual(['map.png']);
    expect(chat.chatStore.getState().refusals).toEqual([
      { name: 'nothing.txt', problem: 'empty' },
      { name: 'film.mp4', problem: 'large' },
    ]);
    chat.sendFiles([new File(['map'], 'map.png')]);
    expect(chat.chatStore.getState().refusals).toEqual([]);
  });

  it('of the other side is fetched, also after a reload, and forgotten with the call', async () => {
    hear(withFile);
    expect(wanted).toEqual(['of a file']);
    await load();
    be({});
    expect(wanted).toEqual(['of a file']);
    be({ channel: channel({ status: 'FINISHED', endReason: 'left' }) });
    expect(wanted).toEqual([]);
  });
});

describe('Messages are kept', () => {
  it('over a reload, with what waits to be sent', async () => {
    hear(message('hello'));
    isThere = false;
    chat.sendText('bye');
    isThere = true;
    said = [];
    await load();
    be({});
    expect(texts()).toEqual(['hello', 'bye']);
    expect(said).toEqual([expect.objectContaining({ text: 'bye' })]);
  });

  it('while a call that failed can be gone on with, and not beyond its end', async () => {
    hear(message('hello'));
    be({ channel: channel({ status: 'FAILED', endReason: 'lost' }) });
    expect(texts()).toEqual(['hello']);
    be({ channel: channel({ status: 'FINISHED', endReason: 'left' }) });
    expect(texts()).toEqual([]);
    await load();
    be({});
    expect(texts()).toEqual([]);
  });

  it('for their room only', async () => {
    hear(message('hello'));
    be({ token: 'ANOTHERRM' });
    expect(texts()).toEqual([]);
    be({});
    expect(texts()).toEqual([]);
  });
});
