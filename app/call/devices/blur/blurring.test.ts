import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ToTrackWorker } from '#app/sphere/worker-track.ts';
import type { Blurring, DeviceState } from '../device-store.ts';

class FakeWorker extends EventTarget {
  told: ToTrackWorker['name'][] = [];
  terminated = false;
  constructor() {
    super();
    workers.push(this);
  }
  postMessage({ name }: ToTrackWorker): void {
    this.told.push(name);
  }
  says(data: Blurring | 'ended'): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  terminate(): void {
    this.terminated = true;
  }
}

class FakeGenerator extends FakeMediaStreamTrack {
  readonly writable = new WritableStream();
}

/** The clones of tracks that are read. */
let copies: MediaStreamTrack[] = [];
let workers: FakeWorker[] = [];

class FakeProcessor {
  readonly readable = new ReadableStream();
  constructor({ track }: { track: MediaStreamTrack }) {
    copies.push(track);
  }
}

beforeEach(() => {
  vi.resetModules();
  copies = [];
  workers = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('OffscreenCanvas', class {});
  vi.stubGlobal('MediaStreamTrackProcessor', FakeProcessor);
  vi.stubGlobal('MediaStreamTrackGenerator', FakeGenerator);
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

const camera = () => new FakeMediaStreamTrack({ kind: 'video', label: 'camera' });

/** Loads the modules with an open camera. */
async function load(change: Partial<DeviceState> = {}) {
  const { chooseBlur, retryBlur } = await import('./blurring.ts');
  const { deviceStore, shownVideo } = await import('../device-store.ts');
  const { loadBlur } = await import('../preferences.ts');
  const video = camera();
  deviceStore.setState({ video, native: { width: 1280, height: 720 }, projection: 'flat', ...change });
  const shown = () => shownVideo(deviceStore.getState());
  return { chooseBlur, retryBlur, loadBlur, deviceStore, shown, video };
}

const live = () => copies.filter(({ readyState }) => readyState === 'live');

it("shows the blurred track at once, and disables the camera's own track", async () => {
  const { chooseBlur, loadBlur, shown, video } = await load();
  expect([shown(), loadBlur(), workers.length]).toEqual([video, false, 0]);
  chooseBlur(true);
  expect(shown()).toBeInstanceOf(FakeGenerator);
  expect([video.enabled, live().map(({ enabled }) => enabled), loadBlur()]).toEqual([false, [true], true]);
  expect(workers[0]?.told).toEqual(['begin', 'source']);

  chooseBlur(false);
  expect(shown()).toBe(video);
  expect([video.enabled, live(), loadBlur()]).toEqual([true, [], false]);
  expect([workers[0]?.told.at(-1), workers[0]?.terminated]).toEqual(['end', false]);
  workers[0]?.says('ended');
  expect(workers[0]?.terminated).toBe(true);
});

it('keeps the same track for another camera, and stops with the camera', async () => {
  const { chooseBlur, deviceStore, shown, video } = await load();
  chooseBlur(true);
  const before = shown();
  video.stop();
  deviceStore.setState({ video: camera() });
  expect(shown()).toBe(before);
  expect([copies.length, live().length, workers.length]).toEqual([2, 1, 1]);
  deviceStore.setState({ video: null });
  expect([shown(), live(), workers[0]?.told.at(-1)]).toEqual([null, [], 'end']);
});

it('blurs flat cameras only, and shows a camera muted by the system as muted', async () => {
  const { deviceStore, shown, video } = await load({ blur: true, projection: 'equirectangular' });
  expect([shown(), video.enabled, workers.length]).toEqual([video, true, 0]);
  deviceStore.setState({ projection: 'flat' });
  expect(shown()).toBeInstanceOf(FakeGenerator);
  deviceStore.setState({ interrupted: { video: true, audio: false } });
  expect([shown(), video.enabled]).toEqual([video, false]);
});

it('scales what is read to the sent size', async () => {
  const { chooseBlur, deviceStore } = await load();
  chooseBlur(true);
  const [copy] = copies;
  if (!copy) throw new Error('Nothing is read');
  const scaled = vi.spyOn(copy, 'applyConstraints');
  deviceStore.setState({ quality: 'LOW' });
  deviceStore.setState({ awaited: true });
  expect(scaled.mock.calls).toEqual([[expect.objectContaining({ width: 640, height: 360 })]]);
});

it('reports its progress, and retries with another worker', async () => {
  const { chooseBlur, retryBlur, deviceStore, shown, video } = await load();
  chooseBlur(true);
  const blurring = () => deviceStore.getState().blurring;
  expect(blurring()).toBe('loading');
  workers[0]?.says('good');
  expect(blurring()).toBe('good');
  workers[0]?.dispatchEvent(new Event('error'));
  expect(blurring()).toBe('failed');
  retryBlur();
  expect([blurring(), workers.length, live().length]).toEqual(['loading', 2, 1]);
  expect([shown() === video, video.enabled, live()[0]?.enabled]).toEqual([false, false, true]);
  workers[0]?.says('failed');
  expect(blurring()).toBe('loading');
});
