import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WHOLE_VIDEO } from '#protocol/channel.ts';
import type { ToCropWorker } from '../detail/crop-worker.ts';
import { browser, camera, send, server, session, track } from '../tests/media-session.ts';

/** Messages to workers. */
let told: { name: string }[] = [];

let workers: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(message: { name: string }): void {
    told.push(message);
  }
}
class FakeGenerator extends FakeMediaStreamTrack {
  readonly writable = new WritableStream();
}
class FakeProcessor {
  readonly readable = new ReadableStream();
}

beforeEach(() => {
  told = [];
  workers = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('MediaStreamTrackProcessor', FakeProcessor);
  vi.stubGlobal('MediaStreamTrackGenerator', FakeGenerator);
});
afterEach(() => vi.unstubAllGlobals());

function detailed({ width, height } = { width: 3840, height: 1920 }) {
  const video = track('video');
  video.getSettings = () => ({ width, height });
  return { audio: track('audio'), video };
}
const sphere = { ...camera, quality: 'HIGH', projection: 'equirectangular' } as const;
const wish = { ...WHOLE_VIDEO, detail: true };
const sources = () => server.producers.map(({ source }) => source);

describe('The part in full detail', () => {
  it('is sent of a sphere with more detail than is sent, where the other side wants it', async () => {
    const tracks = detailed();
    await send({ tracks, camera: sphere });
    expect(sources()).not.toContain('detail');
    await send({ wish });
    expect(sources()).toContain('detail');
    await send({ camera: { ...sphere, quality: 'MEDIUM' } });
    expect(sources()).not.toContain('detail');
    await send({ camera: { ...sphere, projection: 'flat' } });
    expect(sources()).not.toContain('detail');
    await send({ camera: sphere, tracks: detailed({ width: 2560, height: 1280 }) });
    expect(sources()).not.toContain('detail');
    await send({ tracks });
    expect(sources()).toContain('detail');
    await send({ paused: { camera: true, microphone: false } });
    expect(sources()).not.toContain('detail');
  });

  it('is sent by browsers alone that can make tracks', async () => {
    vi.stubGlobal('MediaStreamTrackGenerator', undefined);
    await send({ tracks: detailed(), camera: sphere, wish });
    expect(sources()).not.toContain('detail');
  });

  it('has the whole small only once the other side receives it', async () => {
    // The camera's producer is made first.
    const scale = () => browser.senders[0]?.getParameters().encodings[0]?.scaleResolutionDownBy;
    await send({ tracks: detailed(), camera: sphere, wish });
    const arriving = (isPart: boolean) =>
      server.producers.map((one) => ({ ...one, consumed: one.source !== 'detail' || isPart }));
    session.setProducers(arriving(false));
    await expect.poll(scale).toBe(2);
    session.setProducers(arriving(true));
    await expect.poll(scale).toBe(3);
  });

  it.each([new MessageEvent('message', { data: 'uncuttable' }), new Event('error')])(
    'is given up for a camera whose frames cannot be cut: $type',
    async (event) => {
      await send({ tracks: detailed(), camera: sphere, wish });
      session.setProducers(server.producers.map((one) => ({ ...one, consumed: true })));
      const scale = () => browser.senders[0]?.getParameters().encodings[0]?.scaleResolutionDownBy;
      await expect.poll(scale).toBe(3);
      workers[0]?.dispatchEvent(event);
      await expect.poll(scale).toBe(2);
      await expect.poll(sources).not.toContain('detail');
      await send();
      expect(sources()).not.toContain('detail');
      await send({ tracks: detailed() });
      expect(sources()).toContain('detail');
    },
  );

  it('waits for another camera, and does not hold the former one', async () => {
    const former = detailed();
    const copy = track('video');
    vi.spyOn(former.video, 'clone').mockReturnValue(copy);
    await send({ tracks: former, camera: sphere, wish });
    const part = () => server.producers.find(({ source }) => source === 'detail')?.id;
    const before = part();
    // As browsers do: a track that was stopped has no size.
    former.video.stop();
    former.video.getSettings = () => ({});
    await send();
    expect(copy.readyState).toBe('ended');
    await send({ tracks: detailed() });
    expect(part()).toBe(before);
  });

  it('follows the look, and the camera', async () => {
    const tracks = detailed();
    await send({ tracks, camera: sphere, wish });
    session.look({ look: { yaw: 20, pitch: 5 }, speed: { yaw: 90, pitch: 0 } });
    const message: ToCropWorker = {
      name: 'look',
      aimed: { look: { yaw: 20, pitch: 5 }, speed: { yaw: 90, pitch: 0 } },
    };
    expect(told.at(-1)).toEqual(message);
    await send({ camera: { ...sphere, heading: 30 } });
    expect(told.at(-1)).toMatchObject({ name: 'picture', picture: { heading: 30 } });
    const sourcesTold = () => told.filter(({ name }) => name === 'source').length;
    expect(sourcesTold()).toBe(1);
    await send({ tracks: detailed() });
    expect(sourcesTold()).toBe(2);
    await send({ wish: WHOLE_VIDEO });
    expect(told.at(-1)).toEqual({ name: 'end' });
  });
});
