import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCall, roomWith, seatWith } from '../tests/fake-call.ts';

let call: FakeCall;
let chat: typeof import('./chat-store.ts');
/** Ids of files. */
let offered: string[];
let wanted: string[];

/** Loads, or reloads, the page. */
async function load(): Promise<void> {
  vi.resetModules();
  call = new FakeCall('guest');
  call.beNone();
  vi.doMock('./files/file-store.ts', () => ({
    offerFile: (id: string) => offered.push(id),
    announceFile: (id: string) => wanted.push(id),
    forgetFiles: () => {
      offered = [];
      wanted = [];
    },
  }));
  chat = await import('./chat-store.ts');
}

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
  offered = [];
  wanted = [];
  await load();
  call.be({});
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('A text of this side', () => {
  const own = () => chat.chatStore.getState().messages[0];

  it('is delivered once its receipt has come', () => {
    chat.sendText('hello');
    expect(call.said).toEqual([expect.objectContaining({ name: 'message', text: 'hello' })]);
    expect(own()?.received).toBe(false);
    call.hear({ name: 'messageReceived', data: { id: own()?.id ?? '' } });
    expect(own()?.received).toBe(true);
  });

  it('is sent again until its receipt comes', async () => {
    chat.sendText('hello');
    await vi.advanceTimersByTimeAsync(11_000);
    expect(call.said).toHaveLength(3);
    call.hear({ name: 'messageReceived', data: { id: own()?.id ?? '' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call.said).toHaveLength(3);
  });

  it('waits for a side that is away', () => {
    call.refuses = true;
    call.be({ channel: roomWith({ seats: { host: seatWith({ connected: false }), guest: seatWith() } }) });
    chat.sendText('are you there?');
    call.refuses = false;
    call.be({});
    expect(call.said).toEqual([expect.objectContaining({ text: 'are you there?' })]);
  });

  it('waits for the connection', () => {
    call.refuses = true;
    call.be({ connection: 'reconnecting' });
    chat.sendText('hello');
    call.refuses = false;
    call.be({});
    expect(call.said).toHaveLength(1);
  });
});

describe('A text of the other side', () => {
  it('is shown once, and its receipt sent each time', () => {
    call.hear(message('hello'));
    call.hear(message('hello'));
    expect(texts()).toEqual(['hello']);
    expect(call.said).toEqual(Array(2).fill({ name: 'messageReceived', id: 'id of hello' }));
  });

  it('is unread until the messages are opened', () => {
    const unread = () => chat.unreadCount(chat.chatStore.getState());
    call.hear(message('one'));
    call.hear(message('two'));
    expect(unread()).toBe(2);
    chat.openChat(true);
    expect(unread()).toBe(0);
    call.hear(message('three'));
    expect(unread()).toBe(0);
    chat.openChat(false);
    call.hear(message('four'));
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
    expect(call.said).toEqual([expect.objectContaining({ name: 'message', text: 'map.png', file })]);
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
    call.hear(withFile);
    expect(wanted).toEqual(['of a file']);
    await load();
    call.be({});
    expect(wanted).toEqual(['of a file']);
    call.be({ channel: roomWith({ status: 'FINISHED', endReason: 'left' }) });
    expect(wanted).toEqual([]);
  });
});

describe('Messages are kept', () => {
  it('over a reload, including those waiting to be sent', async () => {
    call.hear(message('hello'));
    call.refuses = true;
    chat.sendText('bye');
    call.refuses = false;
    await load();
    call.be({});
    expect(texts()).toEqual(['hello', 'bye']);
    expect(call.said).toEqual([expect.objectContaining({ text: 'bye' })]);
  });

  it('while a failed call can be rejoined, but not after its end', async () => {
    call.hear(message('hello'));
    call.be({ channel: roomWith({ status: 'FAILED', endReason: 'lost' }) });
    expect(texts()).toEqual(['hello']);
    call.be({ channel: roomWith({ status: 'FINISHED', endReason: 'left' }) });
    expect(texts()).toEqual([]);
    await load();
    call.be({});
    expect(texts()).toEqual([]);
  });

  it('only for their room', async () => {
    call.hear(message('hello'));
    call.be({ token: 'ANOTHERRM' });
    expect(texts()).toEqual([]);
    call.be({});
    expect(texts()).toEqual([]);
  });
});
