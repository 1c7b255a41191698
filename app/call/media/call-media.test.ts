import { Device } from 'mediasoup-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Channel,
  type ProducerState,
  SOURCE_KINDS,
  type Source,
  WHOLE_VIDEO,
} from '#protocol/channel.ts';
import type { RequestName, SeatLogin } from '#protocol/messages.ts';
import { FakeBrowser, FakeServer } from '../tests/fake-media.ts';
import { CallMedia, type MediaView, NO_MEDIA } from './call-media.ts';

const of = (source: Source): ProducerState => {
  const kind = SOURCE_KINDS[source];
  return { id: `${kind}: ${source} of theirs`, kind, source, paused: false, consumed: false };
};
const theirs = of('camera');
const channel: Channel = {
  token: 'K7M4QX9TR',
  status: 'STARTED',
  endReason: null,
  endedBy: null,
  expiresInMs: 0,
  extendable: false,
  visited: false,
  watched: false,
  lastedMs: null,
  place: null,
  recordedMs: { host: null, guest: null },
  seats: {
    host: {
      connected: true,
      camera: null,
      producers: [theirs],
      dataProducers: [],
      videoCodecs: { send: null, receive: null },
      encryption: null,
      takesScreen: false,
      videoWish: WHOLE_VIDEO,
      controlModes: [],
      handRaised: false,
      recording: 'off' as const,
    },
    guest: null,
  },
};

let server: FakeServer;
let browser: FakeBrowser;
let media: CallMedia;
let login: SeatLogin;
let view: MediaView;
let errors: unknown[];
/** Whether the other side's media arrive. */
let arriving: boolean;
let bytes: number;

beforeEach(async () => {
  vi.useFakeTimers();
  server = new FakeServer();
  browser = new FakeBrowser();
  view = NO_MEDIA;
  errors = [];
  arriving = true;
  bytes = 0;
  vi.spyOn(Device, 'factory').mockImplementation(browser.makeDevice);
  const { routerRtpCapabilities } = server;
  login = { seat: 'guest', resumeToken: 'token', resumed: false, channel, routerRtpCapabilities };
  const realtime = Object.assign(server, { check: () => {} });
  media = new CallMedia(realtime, {
    onView: (now) => {
      view = now;
    },
    onReplaced: () => {},
    onData: () => {},
    onError: (error) => errors.push(error),
    onLost: () => {},
  });
  await begin();
});

afterEach(() => {
  media.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function begin(): Promise<void> {
  media.begin(login);
  media.sit();
  await media.session?.open();
  await media.session?.consume([theirs]);
  await pass(1_000);
}

async function pass(ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (arriving) bytes += 1_000;
    browser.stats = new Map([['in', { id: 'in', type: 'inbound-rtp', bytesReceived: bytes }]]);
    await vi.advanceTimersByTimeAsync(20);
  }
}

async function gap(ms: number): Promise<void> {
  arriving = false;
  await pass(ms);
  arriving = true;
  await pass(300);
}

const times = (name: RequestName) => server.asked.filter((asked) => asked === name).length;

describe('A key frame is requested after a gap', () => {
  it('once', async () => {
    expect(view.arrival).toBe('arriving');
    await gap(1_500);
    expect(view.arrival).toBe('arriving');
    await media.refreshPicture();
    expect(times('requestKeyFrame')).toBe(1);
  });

  it('not without a gap', async () => {
    await gap(500);
    await media.refreshPicture();
    expect(times('requestKeyFrame')).toBe(0);
  });

  it('after the next login, if the request was lost', async () => {
    server.lost = 'requestKeyFrame';
    await gap(1_500);
    expect(times('requestKeyFrame')).toBe(0);
    server.lost = null;
    await media.refreshPicture();
    expect(times('requestKeyFrame')).toBe(1);
  });
});

it('another session shows the last picture until it has its own', async () => {
  const last = view.remote.video;
  expect(last).not.toBeNull();
  media.begin(login);
  expect(view.remote.video).toBe(last);
  await begin();
  expect(view.remote.video).not.toBe(last);
  expect(view.remote.video?.readyState).toBe('live');
});

it('where nothing arrives, ICE is restarted on both transports before the browser notices', async () => {
  await gap(1_500);
  expect(times('restartIce')).toBe(2);
  expect(errors).toEqual([]);
});
