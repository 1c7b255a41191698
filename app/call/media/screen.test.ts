import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SOURCE_KINDS, type Source, WHOLE_VIDEO } from '#protocol/channel.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { FakeBrowser, FakeServer } from '../tests/fake-media.ts';
import { MediaSession } from './media-session.ts';
import type { LocalSending } from './outgoing-tracks.ts';

const track = (kind: 'audio' | 'video') => new FakeMediaStreamTrack({ kind });
const theirs = (...sources: Source[]) =>
  sources.map((source) => {
    const kind = SOURCE_KINDS[source];
    return { id: `${kind}: their ${source}`, kind, source, paused: false, consumed: false };
  });

let server: FakeServer;
let browser: FakeBrowser;
let session: MediaSession;
let local: LocalSending;
let remote: Partial<Record<Source, MediaStreamTrack | null>>;

function send(change: Partial<LocalSending> = {}): Promise<void> {
  local = { ...local, ...change };
  return session.send(local);
}

const screen = () => ({ video: track('video'), audio: null });
const sources = () => server.producers.map(({ source }) => source);

beforeEach(async () => {
  server = new FakeServer();
  browser = new FakeBrowser();
  remote = {};
  local = {
    tracks: { audio: track('audio'), video: track('video') },
    screen: null,
    camera: {
      cameraType: 'INTEGRATED_CAM',
      quality: 'MEDIUM',
      projection: 'equirectangular',
      stereo: 'mono',
      heading: 0,
      pitch: 0,
      roll: 0,
      lenses: USUAL_LENSES,
    },
    sound: 'voice',
    paused: { camera: false, microphone: false },
    receivable: null,
    wish: WHOLE_VIDEO,
  };
  const handlers = {
    onRemoteTrack: (source: Source, remoteTrack: MediaStreamTrack | null) => {
      remote[source] = remoteTrack;
    },
    onState: () => {},
    onArrival: () => {},
    onStreamed: () => {},
    onGap: () => {},
    onData: () => {},
    onError: () => {},
  };
  session = new MediaSession(server, server, handlers, null, browser.makeDevice);
  await session.open();
});

describe('A shared screen', () => {
  it('is distinguished in the statistics', async () => {
    const screenMid = async () => (await session.stats())?.mids.screen;
    await send();
    expect(await screenMid()).toBeNull();
    await send({ screen: screen() });
    expect(await screenMid()).toEqual(expect.any(String));
    await send({ screen: null });
    expect(await screenMid()).toBeNull();
  });

  it('is sent beside the camera, with its sound, for details, and ends alone', async () => {
    await send();
    const [camera] = server.producers.filter(({ source }) => source === 'camera');
    const shared = { video: track('video'), audio: track('audio') };
    await send({ screen: shared });
    expect(sources()).toEqual(['camera', 'microphone', 'screen', 'screen-sound']);
    expect(server.producers).toContainEqual(camera);
    expect([shared.video.contentHint, local.tracks.video?.contentHint]).toEqual(['detail', 'motion']);
    // The estimate reached by the camera is not reset.
    expect(browser.codecOptions.slice(2)).toEqual([
      undefined,
      { opusStereo: true, opusMaxAverageBitrate: 128_000, opusFec: true, opusDtx: false },
    ]);
    await send({ screen: null });
    expect(sources()).toEqual(['camera', 'microphone']);
    expect(server.producers).toContainEqual(camera);
  });

  it('takes nothing of the size of the camera that would have to grow back', async () => {
    await send();
    await send({ screen: screen() });
    await send({ screen: null });
    const [camera] = browser.senders;
    expect(camera?.preferences).toEqual(['maintain-resolution', 'maintain-framerate']);
  });

  it('comes before the camera when both are sent again', async () => {
    await send({ screen: screen() });
    expect(sources()[0]).toBe('screen');
  });

  it('is encoded only while consumed', async () => {
    await send({ tracks: { audio: null, video: null }, screen: screen() });
    const sent = () => browser.senders[0]?.getParameters().encodings;
    expect(sent()).toMatchObject([{ active: false, maxBitrate: 2_500_000 }]);
    session.setProducers(server.producers);
    await expect.poll(sent).toMatchObject([{ active: true }]);
  });

  it('is closed after the next login if the request was lost', async () => {
    await send({ screen: screen() });
    server.lost = 'requests';
    await expect(send({ screen: null })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    server.lost = null;
    session.setProducers(server.producers);
    await send();
    expect(sources()).toEqual(['camera', 'microphone']);
  });
});

describe('On a narrow connection', () => {
  const bitrates = () =>
    [0, 1].map((index) => browser.senders[index]?.getParameters().encodings[0]?.maxBitrate);
  beforeEach(async () => {
    local = { ...local, tracks: { audio: null, video: track('video') } };
    await send();
    await send({ screen: screen() });
  });

  it('the screen takes what the camera leaves, or half', async () => {
    expect(bitrates()).toEqual([3_500_000, 2_500_000]);
    session.setBandwidth(6_000_000);
    await expect.poll(bitrates).toEqual([2_840_000, 2_500_000]);
    session.setBandwidth(1_000_000);
    await expect.poll(bitrates).toEqual([420_000, 420_000]);
    const screenSize = browser.senders[1]?.getParameters().encodings[0]?.scaleResolutionDownBy;
    expect(screenSize).toBe(1);
  });

  it('the screen takes everything while the camera is off', async () => {
    session.setBandwidth(1_000_000);
    await send({ paused: { camera: true, microphone: false } });
    expect(bitrates()[1]).toBe(840_000);
  });

  it('both together respect the other person’s data saving', async () => {
    await send({ wish: { size: 'full', saveData: true, detail: false } });
    expect(bitrates()).toEqual([500_000, 500_000]);
  });
});

describe("The other side's screen", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    session.close();
    vi.useRealTimers();
  });

  it('arrives beside its camera, and is over when it is no longer sent', async () => {
    await session.consume(theirs('camera', 'screen', 'screen-sound'));
    const tracks = [remote.camera, remote.screen, remote['screen-sound']];
    expect(new Set(tracks.map((one) => one?.id)).size).toBe(3);
    await session.consume(theirs('camera'));
    expect([remote.screen, remote['screen-sound']]).toEqual([null, null]);
    expect(remote.camera).toBe(tracks[0]);
  });

  it('stays for a while when that side sends nothing at all, as during a reload', async () => {
    await session.consume(theirs('camera', 'screen'));
    const before = remote.screen;
    await session.consume([]);
    await vi.advanceTimersByTimeAsync(9_000);
    await session.consume([]);
    expect(remote.screen).toBe(before);
    await session.consume(theirs('screen'));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(remote.screen).toBeTruthy();
    await session.consume([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(remote.screen).toBeNull();
  });
});
