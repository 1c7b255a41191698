import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { beforeEach, expect } from 'vitest';
import type { Camera } from '#protocol/camera.ts';
import { type MediaKind, SOURCE_KINDS, type Source, WHOLE_VIDEO } from '#protocol/channel.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { MediaSession } from '../media/media-session.ts';
import type { LocalSending } from '../media/outgoing-tracks.ts';
import { FakeBrowser, FakeServer } from './fake-media.ts';

// Makes a media session for each test of the importing file, with a fake server and browser.

export const camera: Camera = {
  cameraType: 'INTEGRATED_CAM',
  quality: 'MEDIUM',
  projection: 'flat',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
};
export const track = (kind: MediaKind) => new FakeMediaStreamTrack({ kind });
export const theirs = (source: Source) => {
  const kind = SOURCE_KINDS[source];
  return { id: `${kind}: ${source} of theirs`, kind, source, paused: false, consumed: false };
};
export const lostConnection = expect.objectContaining({ code: 'UNAVAILABLE' });

export let server: FakeServer;
/** Errors of requests that nothing awaits. */
export let errors: unknown[];
export let browser: FakeBrowser;
export let session: MediaSession;
export let local: LocalSending;
export let remote: Partial<Record<Source, MediaStreamTrack | null>>;

/** Changes what this side should send. */
export function want(change: Partial<LocalSending>): void {
  local = { ...local, ...change };
}

/** Sends what this side should send, after a change. */
export function send(change: Partial<LocalSending> = {}): Promise<void> {
  want(change);
  return session.send(local);
}

const handlers = {
  onRemoteTrack: (source: Source, remoteTrack: MediaStreamTrack | null) => {
    remote[source] = remoteTrack;
  },
  onStreamed: () => {},
  onState: () => {},
  onArrival: () => {},
  onGap: () => {},
  onData: () => {},
  onError: (error: unknown) => errors.push(error),
};

/** Replaces the session by an unopened one with the same server and browser. */
export function renewSession(): void {
  session = new MediaSession(server, server, handlers, null, browser.makeDevice);
}

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
  renewSession();
  await session.open();
});
