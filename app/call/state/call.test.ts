import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { Device } from 'mediasoup-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageToWorker, RealtimeEvent, WorkerToPage } from '#app/realtime/page-protocol.ts';
import type { Channel, ProducerState, SeatName, SeatState } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { EventData } from '#protocol/messages.ts';
import { CAMERA, roomWith, seatWith } from '../tests/fake-call.ts';
import { FakeBrowser, FakeServer } from '../tests/fake-media.ts';
import { Call } from './call.ts';
import type { CallState } from './call-state.ts';

const seat = (producers: ProducerState[]) => seatWith({ camera: CAMERA, producers });

const hosts: ProducerState[] = [
  { id: 'audio of the host', kind: 'audio', source: 'microphone', paused: false, consumed: false },
  { id: 'video of the host', kind: 'video', source: 'camera', paused: false, consumed: false },
];

/** The room, with what the server holds of the guest. */
function room(change: Partial<Channel> = {}): Channel {
  return roomWith({ seats: { host: seat(hosts), guest: seat(server.producers) }, ...change });
}

/** The real-time worker of a call, between the page and the fake server. */
class FakeWorker {
  static latest: FakeWorker;
  isClosed = false;
  #toPage: (message: { data: WorkerToPage }) => void = () => {};

  constructor() {
    FakeWorker.latest = this;
  }

  addEventListener(type: string, listener: (message: { data: WorkerToPage }) => void): void {
    if (type === 'message') this.#toPage = listener;
  }

  tell(data: WorkerToPage): void {
    this.#toPage({ data });
  }

  async postMessage(message: PageToWorker): Promise<void> {
    if (message.type === 'close') this.isClosed = true;
    if (message.type !== 'request') return;
    const { id, request } = message;
    try {
      this.tell({ type: 'answer', id, data: await server.request(request.name, request.data) });
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.tell({ type: 'refusal', id, error: { code: error.code } });
    }
  }

  terminate(): void {}
}

let server: FakeServer;
let browser: FakeBrowser;
let call: Call;
let state: CallState;

beforeEach(() => {
  server = new FakeServer();
  browser = new FakeBrowser();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement: { dataset: {} } }));
  vi.spyOn(Device, 'factory').mockImplementation(browser.makeDevice);
  start('guest');
});

afterEach(() => {
  call.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function start(seat: SeatName): void {
  const ticket = { ticket: 'ticket', url: 'wss://media.example/realtime' };
  call = new Call(
    { token: 'K7M4QX9TR', seat, rejoin: false, streamed: false, watchable: false, ticket },
    (now) => {
      state = now;
    },
    () => {},
    () => {},
  );
  state = call.state;
  void call.start();
}

/** @param resumed the server still has the transports of the seat */
function logIn(channel: Channel = room(), resumed = false): void {
  const { routerRtpCapabilities } = server;
  const login = { seat: state.seat, resumeToken: 'token', resumed, channel, routerRtpCapabilities } as const;
  FakeWorker.latest.tell({ type: 'connection', state: 'open', code: null });
  FakeWorker.latest.tell({ type: 'loggedIn', login });
}

function loseConnection(): void {
  server.lost = 'requests';
  FakeWorker.latest.tell({ type: 'connection', state: 'reconnecting', code: null });
}

function regainConnection(resumed = true): void {
  server.lost = null;
  server.asked.length = 0;
  logIn(room(), resumed);
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const happen = (event: RealtimeEvent) => FakeWorker.latest.tell({ type: 'event', event });
const track = (kind: 'audio' | 'video') => new FakeMediaStreamTrack({ kind });

function enter(off = { muted: false, cameraOff: false }): void {
  const tracks = { audio: track('audio'), video: track('video') };
  call.enter({ tracks, camera: CAMERA, sound: 'voice' }, off);
}

/** In a call with the host, both kinds sent. */
async function beInCall(): Promise<void> {
  logIn();
  enter();
  await eventually(() => expect(server.producers).toHaveLength(2));
  await eventually(() =>
    expect(state.remote).toEqual({ audio: expect.anything(), video: expect.anything() }),
  );
  happen({ name: 'channelUpdate', data: room() });
}

it('begins as it was turned off before', async () => {
  logIn();
  enter({ muted: true, cameraOff: true });
  await eventually(() => expect(server.producers).toHaveLength(2));
  expect(server.producers.map(({ paused }) => paused)).toEqual([true, true]);
  expect(state).toMatchObject({ muted: true, cameraOff: true });
});

describe('A connection that comes back', () => {
  it('brings what was muted meanwhile', async () => {
    await beInCall();
    loseConnection();
    call.setMuted(true);
    expect(server.producer('microphone')?.paused).toBe(false);
    regainConnection();
    await eventually(() => expect(server.producer('microphone')?.paused).toBe(true));
  });

  it('brings what was unmuted meanwhile, also where the server muted and its response was lost', async () => {
    await beInCall();
    server.lost = 'responses';
    call.setMuted(true);
    await eventually(() => expect(server.producer('microphone')?.paused).toBe(true));
    loseConnection();
    call.setMuted(false);
    regainConnection();
    await eventually(() => expect(server.producer('microphone')?.paused).toBe(false));
  });

  it('brings the camera that was turned off meanwhile, without another producer', async () => {
    await beInCall();
    const sent = server.producer('camera')?.id;
    loseConnection();
    call.setCameraOff(true);
    regainConnection();
    await eventually(() => expect(server.producer('camera')).toMatchObject({ id: sent, paused: true }));
  });

  it('keeps transports that the server still has, and restarts their ICE', async () => {
    await beInCall();
    loseConnection();
    regainConnection();
    await eventually(() => expect(server.asked.filter((name) => name === 'restartIce')).toHaveLength(2));
    expect(server.asked).not.toContain('createTransport');
  });

  it('brings other transports where the server has none, and the last picture stays until there is another', async () => {
    await beInCall();
    const last = state.remote.video;
    loseConnection();
    server.producers = [];
    server.lost = 'consume';
    logIn(room(), false);
    await eventually(() => expect(state.connection).toBe('open'));
    expect(state.remote.video).toBe(last);
    regainConnection(false);
    await eventually(() => expect(server.producers).toHaveLength(2));
    await eventually(() => expect(state.remote.video).not.toBe(last));
  });
});

describe('A shared screen', () => {
  const sources = () => server.producers.map(({ source }) => source);
  const shared = () => ({ video: track('video'), audio: null });
  /** The room, whose host's page takes a screen, or is too old. */
  const receiving = (takesScreen: boolean) =>
    room({
      seats: { host: { ...seat(hosts), videoCodecs: told, takesScreen }, guest: seat(server.producers) },
    });
  const told: SeatState['videoCodecs'] = { send: ['VP8'], receive: ['VP8'] };

  it('comes back where the server has lost all', async () => {
    await beInCall();
    call.setScreen(shared());
    await eventually(() => expect(sources()).toContain('screen'));
    loseConnection();
    server.producers = [];
    regainConnection(false);
    await eventually(() => expect(sources().toSorted()).toEqual(['camera', 'microphone', 'screen']));
  });

  it('is not sent to a page that would take it for the camera, until that is reloaded', async () => {
    await beInCall();
    happen({ name: 'channelUpdate', data: receiving(false) });
    call.setScreen(shared());
    call.setMuted(true);
    await eventually(() => expect(server.producer('microphone')?.paused).toBe(true));
    expect(sources()).not.toContain('screen');
    happen({ name: 'channelUpdate', data: receiving(true) });
    await eventually(() => expect(sources()).toContain('screen'));
  });
});

it('the last picture stays while the other side has a camera and sends no video', async () => {
  await beInCall();
  const last = state.remote.video;
  happen({ name: 'channelUpdate', data: room({ seats: { host: seat([]), guest: seat(server.producers) } }) });
  await eventually(() => expect(state.remote.audio).toBeNull());
  expect(state.remote.video).toBe(last);
});

describe('Leaving', () => {
  it('is over at once without a connection, and told at the next login', async () => {
    await beInCall();
    loseConnection();
    void call.leave();
    expect(state.channel).toMatchObject({ status: 'FINISHED', endedBy: 'guest' });
    regainConnection();
    await eventually(() => expect(server.asked).toEqual(['leaveChannel']));
  });

  it('is not undone by news of the room', async () => {
    await beInCall();
    server.lost = 'leaveChannel';
    void call.leave();
    happen({ name: 'channelUpdate', data: room() });
    expect(state.channel?.status).toBe('FINISHED');
  });
});

describe('The end of a paid call', () => {
  const meter = (change: Partial<EventData<'meter'>> = {}): RealtimeEvent => ({
    name: 'meter',
    data: {
      ...{ deliveredMs: 41_000, amountMinor: 172, currency: 'EUR', budgetMs: 600_000, leftMs: 559_000 },
      ...{ why: null, final: false, ...change },
    },
  });
  const ends = {
    'the other side': () => happen({ name: 'channelUpdate', data: room({ status: 'FINISHED' }) }),
    'this side': () => void call.leave(),
  };

  it.each(['the other side', 'this side'] as const)('by %s waits for its final numbers', async (by) => {
    await beInCall();
    happen(meter());
    ends[by]();
    await eventually(() => expect(state.channel?.status).toBe('FINISHED'));
    happen(meter({ deliveredMs: 41_500 }));
    expect(state.meter).toMatchObject({ deliveredMs: 41_000, final: false });
    expect(FakeWorker.latest.isClosed).toBe(false);
    happen(meter({ deliveredMs: 41_700, amountMinor: 175, final: true }));
    expect(state.meter).toMatchObject({ deliveredMs: 41_700, amountMinor: 175, final: true });
    expect(FakeWorker.latest.isClosed).toBe(true);
  });

  it('does not end again once somebody has continued the call', async () => {
    await beInCall();
    happen(meter());
    await call.leave();
    expect(server.asked).toContain('leaveChannel');
    loseConnection();
    regainConnection();
    await eventually(() => expect(FakeWorker.latest.isClosed).toBe(true));
    expect(server.asked).not.toContain('leaveChannel');
    expect(state).toMatchObject({ channel: { status: 'FINISHED' }, meter: { final: false } });
  });

  it('of a call that is not paid waits for nothing', async () => {
    await beInCall();
    ends['the other side']();
    expect(FakeWorker.latest.isClosed).toBe(true);
  });
});

describe('A step of a repair that the browser refuses', () => {
  const connect = async () => {
    await beInCall();
    browser.connect();
    await eventually(() => expect(state.media).toBe('connected'));
    server.asked.length = 0;
  };

  it('costs the connections, and not the call', async () => {
    await connect();
    browser.refused.add('restartIce');
    window.dispatchEvent(new Event('online'));
    await eventually(() => expect(server.asked).toContain('createTransport'));
    await eventually(() => expect(server.asked).toContain('produce'));
    browser.connect();
    await eventually(() => expect(state.media).toBe('connected'));
    expect(server.asked).not.toContain('failChannel');
  });

  it('ends the call where it is refused again at once', async () => {
    await connect();
    browser.refused.add('restartIce');
    window.dispatchEvent(new Event('online'));
    await eventually(() => expect(server.asked).toContain('produce'));
    browser.connect();
    await eventually(() => expect(state.media).toBe('connected'));
    window.dispatchEvent(new Event('online'));
    await eventually(() => expect(server.asked).toContain('failChannel'));
  });
});

describe('A request that fails', () => {
  const waiting = () => room({ status: 'CREATED', seats: { host: seat(hosts), guest: null } });

  it('with the connection is repeated at the next login', async () => {
    server.lost = 'requestChannel';
    logIn(waiting());
    enter();
    await eventually(() => expect(server.asked).toContain('createTransport'));
    server.lost = null;
    logIn(waiting());
    await eventually(() => expect(server.asked).toContain('requestChannel'));
    expect(state.refusal).toBeNull();
    expect(server.asked).not.toContain('failChannel');
  });

  it('because another guest was first is final', async () => {
    server.isFull = true;
    logIn(waiting());
    enter();
    await eventually(() => expect(state).toMatchObject({ refusal: 'SEAT_TAKEN', connection: 'closed' }));
    expect(state.joined).toBe(false);
  });
});

it.each([
  ['has not come', null],
  ['is there and has not opened the room', seatWith()],
])('a guest whose host %s waits for them, and joins when they have', async (_, host) => {
  logIn(room({ status: 'CREATED', seats: { host, guest: null } }));
  enter();
  await eventually(() => expect(server.asked).toContain('createTransport'));
  expect(server.asked).not.toContain('requestChannel');
  expect(state.joined).toBe(false);
  happen({
    name: 'channelUpdate',
    data: room({ status: 'CREATED', seats: { host: seat(hosts), guest: null } }),
  });
  await eventually(() => expect(state.joined).toBe(true));
  expect(server.asked).toContain('requestChannel');
  expect(state.refusal).toBeNull();
});

it('a visitor prepares to receive, and nothing is sent before it enters', async () => {
  logIn(room({ status: 'CREATED', seats: { host: seat(hosts), guest: null } }));
  await eventually(() => expect(server.asked.filter((name) => name === 'consume')).toHaveLength(2));
  expect(server.asked).toEqual(['createTransport', 'consume', 'consume', 'connectTransport']);
  enter();
  await eventually(() => expect(server.producers).toHaveLength(2));
});

it('what the host offers is told at each login to a server that does not know it', async () => {
  call.close();
  start('host');
  call.setOffers(['PAD']);
  const host = (controlModes: SeatState['controlModes']) =>
    room({ seats: { host: { ...seat(server.producers), controlModes }, guest: seat([]) } });
  logIn(host([]));
  enter();
  await eventually(() => expect(server.asked).toContain('offerControl'));
  await eventually(() => expect(server.producers).toHaveLength(2));

  loseConnection();
  server.lost = null;
  server.asked.length = 0;
  logIn(host(['PAD']), true);
  await eventually(() => expect(server.asked.filter((name) => name === 'restartIce')).toHaveLength(2));
  expect(server.asked).not.toContain('offerControl');

  loseConnection();
  call.setOffers(['VOICE']);
  server.lost = null;
  server.asked.length = 0;
  logIn(host(['PAD']), true);
  await eventually(() => expect(server.asked).toContain('offerControl'));
});

it('nothing is offered before the host has answered, whatever an earlier page of theirs offered', async () => {
  call.close();
  start('host');
  const host = { ...seat([]), controlModes: ['PAD' as const] };
  logIn(room({ seats: { host, guest: seat([]) } }));
  enter();
  await eventually(() => expect(server.asked).toContain('offerControl'));
});
