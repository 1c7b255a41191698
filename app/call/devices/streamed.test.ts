import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeDevices, stubDevices } from '../tests/fake-devices.ts';

/** A video element that learns a picture's size when the test says so. */
class FakePlayer extends EventTarget {
  videoWidth = 0;
  videoHeight = 0;
  srcObject: unknown = null;
  play = () => Promise.resolve();

  receives(width: number, height: number): void {
    Object.assign(this, { videoWidth: width, videoHeight: height });
    this.dispatchEvent(new Event('resize'));
  }
}

let fake: FakeDevices;
let players: FakePlayer[];

beforeEach(() => {
  fake = stubDevices();
  players = [];
  vi.stubGlobal('MediaStream', class {});
  const createElement = () => {
    const player = new FakePlayer();
    players.push(player);
    return player;
  };
  vi.stubGlobal('document', Object.assign(new EventTarget(), { createElement }));
});
afterEach(() => vi.unstubAllGlobals());

/** The camera of a program has been chosen. */
async function chosen() {
  const store = await import('./device-store.ts');
  const devices = await import('./open-devices.ts');
  const { showStreamed } = await import('./streamed.ts');
  await devices.prepareDevices();
  await devices.chooseCamera('streamed');
  return { ...store, ...devices, showStreamed, state: store.deviceStore.getState };
}

const picture = () => new FakeMediaStreamTrack({ kind: 'video' });

test('closes the camera, and needs none', async () => {
  const { state, hasBoth, currentCamera } = await chosen();
  expect(fake.open).toEqual(['headset']);
  expect(state().video).toBeNull();
  expect(hasBoth(state())).toBe(true);
  expect(currentCamera()).toMatchObject({ streamed: true, cameraType: 'INTEGRATED_CAM' });
});

test('can be chosen while the devices are being opened', async () => {
  fake.held = true;
  const { deviceStore } = await import('./device-store.ts');
  const { prepareDevices, chooseStreamed } = await import('./open-devices.ts');
  const opening = prepareDevices();
  await expect.poll(() => fake.waiting.length).toBe(1);
  chooseStreamed();
  fake.waiting[0]?.();
  await opening;
  expect(fake.open).toEqual(['headset']);
  expect(deviceStore.getState()).toMatchObject({ status: 'ready', cameraId: 'streamed', video: null });
});

test('the first picture decides how it is shown, and the page sends none', async () => {
  const { state, showStreamed, currentCamera, sentSize } = await chosen();
  const track = picture();
  showStreamed(track);
  players[0]?.receives(3840, 1920);
  expect(state()).toMatchObject({ video: track, projection: 'equirectangular' });
  expect(currentCamera()).toMatchObject({ projection: 'equirectangular', quality: 'HIGH' });
  expect(sentSize(state())).toBeNull();
  players[0]?.receives(1920, 1080);
  expect(state()).toMatchObject({ native: { width: 1920, height: 1080 }, projection: 'equirectangular' });
});

test('keeps how it is shown while none comes', async () => {
  const { state, showStreamed } = await chosen();
  showStreamed(picture());
  players[0]?.receives(3840, 1920);
  showStreamed(null);
  expect(state()).toMatchObject({ video: null, cameraId: 'streamed', projection: 'equirectangular' });
  players[0]?.receives(640, 480);
  expect(state().native).toEqual({ width: 3840, height: 1920 });
});

test('stays chosen when the microphone is tried again', async () => {
  const { state, retryDevices } = await chosen();
  await retryDevices();
  expect(state().cameraId).toBe('streamed');
  expect(fake.open).toEqual(['headset']);
});

test('gives way to a camera of this device, which shows nothing of the program', async () => {
  const { state, chooseCamera, showStreamed, currentCamera } = await chosen();
  await chooseCamera('id of rear camera');
  showStreamed(picture());
  expect(state().video?.label).toBe('rear camera');
  expect(currentCamera().streamed).toBeUndefined();
});
