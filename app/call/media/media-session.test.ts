import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Camera } from '#protocol/camera.ts';
import { type MediaKind, SOURCE_KINDS, type Source, usualSource, WHOLE_VIDEO } from '#protocol/channel.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { FakeBrowser, FakeServer } from '../tests/fake-media.ts';
import { MediaSession } from './media-session.ts';
import type { LocalSending } from './outgoing-tracks.ts';

const camera: Camera = {
  cameraType: 'INTEGRATED_CAM',
  quality: 'MEDIUM',
  projection: 'flat',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
};
const track = (kind: MediaKind) => new FakeMediaStreamTrack({ kind });
const theirs = (source: Source) => {
  const kind = SOURCE_KINDS[source];
  return { id: `${kind}: ${source} of theirs`, kind, source, paused: false, consumed: false };
};
const lostConnection = expect.objectContaining({ code: 'UNAVAILABLE' });

let server: FakeServer;
/** Of requests that nothing waits for. */
let errors: unknown[];
let browser: FakeBrowser;
let session: MediaSession;
let local: LocalSending;
let remote: Partial<Record<Source, MediaStreamTrack | null>>;

/** What the person or the other side has changed is sent. */
function send(change: Partial<LocalSending> = {}): Promise<void> {
  local = { ...local, ...change };
  return session.send(local);
}

const handlers = {
  onRemoteTrack: (source: Source, remoteTrack: MediaStreamTrack | null) => {
    remote[source] = remoteTrack;
  },
  onState: () => {},
  onArrival: () => {},
  onGap: () => {},
  onData: () => {},
  onError: (error: unknown) => errors.push(error),
};

beforeEach(async () => {
  server = new FakeServer();
  errors = [];
  browser = new FakeBrowser();
  remote = {};
  local = {
    tracks: { audio: track('audio'), video: track('video') },
    screen: null,
    camera,
    sound: 'voice',
    paused: { camera: false, microphone: false },
    receivable: null,
    wish: WHOLE_VIDEO,
  };
  session = new MediaSession(server, server, handlers, null, browser.makeDevice);
  await session.open();
});

describe('What this side sees comes before what it sends', () => {
  it('in the order of requests', async () => {
    server.asked.length = 0;
    session = new MediaSession(server, server, handlers, null, browser.makeDevice);
    const opened = session.open();
    const consumed = session.consume([theirs('microphone'), theirs('camera')]);
    await Promise.all([opened, consumed]);
    await send();
    expect(server.asked.slice(0, 4)).toEqual(['createTransport', 'consume', 'consume', 'createTransport']);
  });

  it('and the transport that sends is requested again if the request was lost', async () => {
    session = new MediaSession(server, server, handlers, null, browser.makeDevice);
    await session.open();
    server.lost = 'requests';
    await expect(send()).rejects.toEqual(lostConnection);
    server.lost = null;
    await send();
    expect(server.producer('camera')).toBeDefined();
  });
});

describe('After a login, the server has what is wanted', () => {
  const muted = { camera: false, microphone: true };

  it('where it was not told of muting', async () => {
    await send();
    server.lost = 'requests';
    await expect(send({ paused: muted })).rejects.toEqual(lostConnection);
    server.lost = null;
    session.setProducers(server.producers);
    await send();
    expect(server.producer('microphone')?.paused).toBe(true);
  });

  it('where it was told of muting, did not get to answer, and muting was taken back', async () => {
    await send();
    server.lost = 'responses';
    await expect(send({ paused: muted })).rejects.toEqual(lostConnection);
    expect(server.producer('microphone')?.paused).toBe(true);
    server.lost = null;
    session.setProducers(server.producers);
    await send({ paused: { camera: false, microphone: false } });
    expect(server.producer('microphone')?.paused).toBe(false);
  });

  it('where it was not told how to connect', async () => {
    server.lost = 'connectTransport';
    await send();
    await expect.poll(() => errors).toEqual([lostConnection]);
    server.lost = null;
    await session.restartIce();
    await session.restartIce();
    expect(server.asked.filter((name) => name === 'connectTransport')).toHaveLength(1);
  });

  it('where it was not told that a camera was closed', async () => {
    await send();
    server.lost = 'requests';
    await expect(send({ tracks: { ...local.tracks, video: null } })).rejects.toEqual(lostConnection);
    server.lost = null;
    session.setProducers(server.producers);
    await send();
    expect(server.producers.map(({ source }) => source)).toEqual(['microphone']);
  });

  it('where it did not get to answer for a producer that is no longer wanted', async () => {
    const { audio } = local.tracks;
    await send({ tracks: { audio, video: null } });
    server.lost = 'responses';
    await expect(send({ tracks: { audio, video: track('video') } })).rejects.toEqual(lostConnection);
    expect(server.producers).toHaveLength(2);
    server.lost = null;
    session.setProducers(server.producers);
    await send({ tracks: { audio, video: null } });
    expect(server.producers.map(({ source }) => source)).toEqual(['microphone']);
  });
});

describe('An ICE restart goes on without', () => {
  it.each(['updateIceServers', 'getStats'] as const)('%s, where the browser refuses it', async (refused) => {
    await session.consume([theirs('camera')]);
    await send();
    browser.refused.add(refused);
    await session.restartIce();
    expect(browser.restarts).toBe(2);
    expect(await session.isPathDead()).toBe(false);
  });
});

it('what is consumed is sent where the browser refuses the bitrates', async () => {
  browser.refused.add('bitrates');
  await send();
  session.setProducers(server.producers);
  session.setBandwidth(500_000);
  const active = () => browser.senders.map((sender) => sender.getParameters().encodings[0]?.active);
  await expect.poll(active).toEqual([true, true]);
});

describe('Another device', () => {
  it.each(['audio', 'video'] as const)('replaces the track of the same producer (%s)', async (kind) => {
    await send();
    const before = server.producers;
    const former = local.tracks[kind];
    former?.stop();
    // Until the new one is open.
    await send();
    expect(server.producers).toEqual(before);
    const next = track(kind);
    await send({ tracks: { ...local.tracks, [kind]: next } });
    expect(server.producers).toEqual(before);
    expect(browser.replacements).toEqual([next]);
  });

  it('that is not open yet is waited for', async () => {
    const closed = track('video');
    closed.stop();
    await send({ tracks: { ...local.tracks, video: closed } });
    expect(server.producers.map(({ source }) => source)).toEqual(['microphone']);
    await send({ tracks: { ...local.tracks, video: track('video') } });
    expect(server.producer('camera')).toBeDefined();
  });

  it('that the system has muted counts as paused, until it is given back', async () => {
    const microphone = track('audio');
    await send({ tracks: { ...local.tracks, audio: microphone } });
    microphone.remoteMute();
    await send();
    expect(server.producer('microphone')?.paused).toBe(true);
    microphone.remoteUnmute();
    await send();
    expect(server.producer('microphone')?.paused).toBe(false);
  });
});

describe('The sound of the place', () => {
  const audioAlone = () => ({ audio: track('audio'), video: null });

  it('takes a producer of its own, which replaces that of the voice', async () => {
    await send({ tracks: audioAlone() });
    const voice = server.producer('microphone');
    const microphone = track('audio');
    await send({ tracks: { audio: microphone, video: null }, sound: 'surroundings' });
    // Until the other person has the new one, they hear the new microphone by the old.
    expect(browser.replacements).toEqual([microphone]);
    expect(server.producers).toHaveLength(1);
    expect(server.producer('microphone')?.id).not.toBe(voice?.id);
    expect(browser.codecOptions).toEqual([
      { opusFec: true, opusDtx: true },
      { opusStereo: true, opusMaxAverageBitrate: 128_000, opusFec: true, opusDtx: false },
    ]);
    // The server has closed it already.
    expect(server.asked).not.toContain('closeProducer');
    await send();
    expect(browser.codecOptions).toHaveLength(2);
  });

  it('stays muted', async () => {
    const paused = { camera: false, microphone: true };
    await send({ tracks: audioAlone(), paused });
    await send({ tracks: audioAlone(), sound: 'surroundings' });
    expect(server.producer('microphone')?.paused).toBe(true);
  });

  it('waits for its microphone, and for the connection', async () => {
    await send({ tracks: audioAlone() });
    const [voice] = server.producers;
    local.tracks.audio?.stop();
    await send({ sound: 'surroundings' });
    expect(server.producers).toEqual([voice]);
    server.lost = 'requests';
    await expect(send({ tracks: audioAlone() })).rejects.toEqual(lostConnection);
    expect(server.producers).toEqual([voice]);
    server.lost = null;
    await send();
    expect(server.producers).toHaveLength(1);
    expect(server.producer('microphone')?.id).not.toBe(voice?.id);
  });
});

describe('The video codec', () => {
  it('is the router’s first while the other side’s are unknown', async () => {
    await send();
    expect(server.codec).toBe('video/VP8');
  });

  it('changes when the other side comes back with a browser that lacks it, and not before', async () => {
    await send({ receivable: ['VP8', 'VP9'] });
    const first = server.producer('camera')?.id;
    await send({ receivable: ['H264', 'VP8'] });
    expect(server.producer('camera')?.id).toBe(first);
    await send({ receivable: ['H264', 'VP9'] });
    expect(server.codec).toBe('video/VP9');
    await send({ receivable: null });
    await send({ receivable: ['VP9', 'VP8'] });
    expect(server.codec).toBe('video/VP9');
    expect(server.producers).toHaveLength(2);
  });

  it('in common there is none: only sound is sent, until there is one', async () => {
    await send({ receivable: ['H264'] });
    expect(server.producers.map(({ source }) => source)).toEqual(['microphone']);
    await send({ receivable: ['VP8'] });
    expect(server.codec).toBe('video/VP8');
    await send({ receivable: ['H264'] });
    expect(server.producers.map(({ source }) => source)).toEqual(['microphone']);
  });

  it('of the other side is one that this browser lacks: its sound is heard', async () => {
    server.undecodable = 'video 1';
    const theirs = (['audio', 'video'] as const).map((kind) => {
      return { id: `${kind} 1`, kind, source: usualSource(kind), paused: false, consumed: false };
    });
    await session.consume(theirs);
    await session.consume(theirs);
    expect(server.asked.filter((name) => name === 'consume')).toHaveLength(2);
    expect(remote.microphone).toBeTruthy();
    expect(remote.camera).toBeUndefined();
  });
});

describe('Encoding', () => {
  const active = () => browser.senders.map((sender) => sender.getParameters().encodings[0]?.active);

  it('takes place only for someone who consumes it, and while it is not paused', async () => {
    await send();
    expect(active()).toEqual([false, false]);
    session.setProducers(server.producers);
    await send();
    expect(active()).toEqual([true, true]);
    await send({ paused: { camera: true, microphone: false } });
    expect(active()).toEqual([false, true]);
    session.setProducers(server.producers.map((producer) => ({ ...producer, consumed: false })));
    await send();
    expect(active()).toEqual([false, false]);
  });

  it('begins in a codec that the other side decodes, where the host was alone before', async () => {
    await send();
    expect(server.codec).toBe('video/VP8');
    await send({ receivable: ['VP9'] });
    session.setProducers(server.producers);
    // VP8, sound and VP9.
    await expect.poll(active).toEqual([false, true, true]);
  });

  it('follows the quality', async () => {
    await send();
    const bitrate = () => browser.senders[0]?.getParameters().encodings[0]?.maxBitrate;
    expect(bitrate()).toBe(2_500_000);
    await send({ camera: { ...camera, quality: 'LOW' } });
    expect(bitrate()).toBe(800_000);
  });
});

describe('The highest quality', () => {
  const high = { ...camera, quality: 'HIGH' } as const;
  const sent = () => browser.senders.at(-1)?.getParameters().encodings;
  const large = [
    expect.objectContaining({ maxBitrate: 1_250_000, scaleResolutionDownBy: 2 }),
    expect.objectContaining({ maxBitrate: 5_000_000, scaleResolutionDownBy: 1 }),
  ];
  beforeEach(() => {
    local = { ...local, tracks: { audio: null, video: track('video') } };
  });

  it('is sent in two layers, both only to someone who consumes them', async () => {
    await send({ camera: high });
    expect(sent()).toEqual(large);
    expect(sent()?.map(({ active }) => active)).toEqual([false, false]);
    session.setProducers(server.producers);
    await send();
    expect(sent()?.map(({ active }) => active)).toEqual([true, true]);
    expect(server.producers).toHaveLength(1);
  });

  it('comes and goes with another producer, and stays with a camera that is away for a moment', async () => {
    await send();
    const first = server.producer('camera')?.id;
    await send({ camera: high });
    expect(server.producers.map(({ id }) => id)).not.toContain(first);
    expect(sent()).toEqual(large);
    const second = server.producer('camera')?.id;
    local.tracks.video?.stop();
    await send();
    expect(server.producer('camera')?.id).toBe(second);
    await send({ camera, tracks: { audio: null, video: track('video') } });
    expect(sent()).toHaveLength(1);
    expect(server.producers).toHaveLength(1);
  });

  it('is one picture where half of it would be smaller than the lowest quality', async () => {
    const small = track('video');
    small.getSettings = () => ({ width: 1024 });
    await send({ camera: high, tracks: { audio: null, video: small } });
    expect(sent()).toMatchObject([{ scaleResolutionDownBy: 1 }]);
  });

  it('is only half of a large picture in a codec without layers, and all of a smaller one', async () => {
    const wide = (width: number) => {
      const video = track('video');
      video.getSettings = () => ({ width });
      return { audio: null, video };
    };
    const round = { ...high, projection: 'equirectangular' } as const;
    await send({ camera: round, tracks: wide(3840), receivable: ['VP9'] });
    expect(sent()).toMatchObject([{ maxBitrate: 3_000_000, scaleResolutionDownBy: 2 }]);
    await send({ tracks: wide(2560) });
    await expect.poll(sent).toMatchObject([{ maxBitrate: 12_000_000, scaleResolutionDownBy: 1 }]);
  });
});

describe('What the other side can receive', () => {
  const sent = () => browser.senders.at(-1)?.getParameters().encodings[0];
  const round = { ...camera, projection: 'equirectangular' } as const;
  const video = { tracks: { audio: null, video: track('video') }, camera: round };

  it('limits the video, also after a change of camera or quality', async () => {
    await send(video);
    session.setProducers(server.producers);
    await expect.poll(sent).toMatchObject({ active: true, scaleResolutionDownBy: 1 });
    session.setBandwidth(1_000_000);
    await expect.poll(sent).toMatchObject({ maxBitrate: 840_000, scaleResolutionDownBy: 1.5 });
    await send({ camera: { ...round, quality: 'HIGH' } });
    await expect.poll(sent).toMatchObject({ maxBitrate: 840_000, scaleResolutionDownBy: 3 });
    session.setBandwidth(12_000_000);
    await expect.poll(sent).toMatchObject({ maxBitrate: 1_050_000 });
    await send({ sound: 'surroundings' });
    session.setBandwidth(1_000_000);
    await expect.poll(sent).toMatchObject({ maxBitrate: 740_000 });
  });

  it('is limited to what it wants, also in a new browser of this side', async () => {
    await send({ ...video, wish: { size: 'full', saveData: true } });
    session.setProducers(server.producers);
    await expect.poll(sent).toMatchObject({ active: true, maxBitrate: 1_000_000 });
    await send({ wish: WHOLE_VIDEO });
    await expect.poll(sent).toMatchObject({ maxBitrate: 3_500_000 });
  });

  it('is forgotten with the connection that it was measured on', async () => {
    await send(video);
    session.setProducers(server.producers);
    session.setBandwidth(300_000);
    await expect.poll(sent).toMatchObject({ maxBitrate: 210_000 });
    session.setProducers(server.producers);
    await expect.poll(sent).toMatchObject({ maxBitrate: 210_000 });
    session.setProducers(server.producers.map((producer) => ({ ...producer, consumed: false })));
    session.setProducers(server.producers);
    await expect.poll(sent).toMatchObject({ active: true, maxBitrate: 3_500_000 });
  });
});
