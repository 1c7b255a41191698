import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeDevices, kindOf, stubDevices } from '../tests/fake-devices.ts';

let fake: FakeDevices;

beforeEach(() => {
  fake = stubDevices();
});
afterEach(() => vi.unstubAllGlobals());

async function prepared() {
  const store = await import('./device-store.ts');
  const devices = await import('./open-devices.ts');
  await devices.prepareDevices();
  return { ...store, ...devices, state: () => store.deviceStore.getState() };
}

describe('A speaker', () => {
  const names = (speakers: readonly { label: string }[]) => speakers.map(({ label }) => label);

  it('is chosen for the tab, and while it is connected', async () => {
    vi.stubGlobal(
      'HTMLMediaElement',
      class {
        setSinkId() {}
      },
    );
    fake.speakers = ['built-in speaker', 'headphones'];
    const { chooseSpeaker, state } = await prepared();
    expect(names(state().speakers)).toEqual(fake.speakers);
    expect(state().speakerId).toBe('');
    chooseSpeaker('id of headphones');
    expect(state().speakerId).toBe('id of headphones');

    vi.resetModules();
    const reloaded = await prepared();
    expect(reloaded.state().speakerId).toBe('id of headphones');

    fake.speakers = ['built-in speaker'];
    fake.dispatchEvent(new Event('devicechange'));
    await expect.poll(() => reloaded.state().speakerId).toBe('');
    fake.speakers = ['built-in speaker', 'headphones'];
    fake.dispatchEvent(new Event('devicechange'));
    await expect.poll(() => reloaded.state().speakerId).toBe('id of headphones');
  });

  it('is not offered where a page cannot choose one', async () => {
    vi.stubGlobal('HTMLMediaElement', class {});
    fake.speakers = ['built-in speaker', 'headphones'];
    expect((await prepared()).state().speakers).toEqual([]);
  });
});

describe('The quality', () => {
  it('is medium until it is chosen, which the tab remembers', async () => {
    const { chooseQuality, state } = await prepared();
    expect(state().quality).toBe('MEDIUM');
    // The best that camera and browser can do, however they are judged.
    chooseQuality('DEFAULT');
    vi.resetModules();
    expect((await prepared()).state().quality).toBe('DEFAULT');
  });
});

describe('Choosing another device', () => {
  it.each([
    ['video', 'rear camera', 'front camera'],
    ['audio', 'inner microphone', 'headset'],
  ] as const)('quickly, several times, leaves one open (%s)', async (kind, a, b) => {
    const { chooseCamera, chooseMicrophone, state } = await prepared();
    const choose = kind === 'video' ? chooseCamera : chooseMicrophone;
    fake.held = true;
    const chosen = [a, b, a].map((label) => choose(`id of ${label}`));
    for (const open of fake.waiting) open();
    await Promise.all(chosen);
    expect(fake.open.filter((label) => kindOf(label) === kind)).toEqual([a]);
    expect(state()[kind]?.label).toBe(a);
    expect(state()[kind]?.readyState).toBe('live');
  });

  it('keeps the former camera for the call until the new one is open', async () => {
    const { chooseCamera, currentCamera, state } = await prepared();
    const former = state().video;
    const announced = currentCamera();
    expect(announced.cameraType).not.toBe('NO_CAM');
    fake.held = true;
    const choosing = chooseCamera('id of rear camera');
    expect(state()).toMatchObject({ cameraId: 'id of rear camera', opening: { video: true, audio: false } });
    expect(state().video).toBe(former);
    expect(currentCamera()).toEqual(announced);
    // Phones cannot open two at once.
    expect(former?.readyState).toBe('ended');
    for (const open of fake.waiting) open();
    await choosing;
    expect(state().video?.label).toBe('rear camera');
    expect(state().opening.video).toBe(false);
  });

  it('announces no camera if that fails, or if none was chosen', async () => {
    const { chooseCamera, currentCamera, state } = await prepared();
    await chooseCamera('id of nothing');
    expect(state()).toMatchObject({ video: null, problem: 'missing', opening: { video: false } });
    expect(currentCamera().cameraType).toBe('NO_CAM');
    await chooseCamera('id of rear camera');
    expect(currentCamera().cameraType).not.toBe('NO_CAM');
    await chooseCamera('none');
    expect(currentCamera().cameraType).toBe('NO_CAM');
    expect(fake.open).toEqual(['headset']);
  });

  it('is discarded when the call ends meanwhile', async () => {
    const { chooseCamera, releaseDevices, state } = await prepared();
    fake.held = true;
    const choosing = chooseCamera('id of rear camera');
    releaseDevices();
    for (const open of fake.waiting) open();
    await choosing;
    expect(fake.open).toEqual([]);
    expect(state()).toMatchObject({ status: 'idle', video: null, opening: { video: false } });
  });
});

describe('A device that disappears', () => {
  it.each([
    ['video', 'front camera', 'rear camera'],
    ['audio', 'headset', 'inner microphone'],
  ] as const)('is named, and another one of its kind is used (%s)', async (kind, gone, other) => {
    const { state } = await prepared();
    const former = state()[kind];
    fake.held = true;
    fake.unplug(gone);
    await vi.waitFor(() => expect(state().lost[kind]).toBe(gone));
    // A call keeps its producer until there is another track.
    expect(state()[kind]).toBe(former);
    for (const open of fake.waiting) open();
    await vi.waitFor(() => expect(state()[kind]?.label).toBe(other));
    expect(state().lost[kind]).toBe(gone);
    expect(state().opening[kind]).toBe(false);
  });

  it('leaves no device if it was the only one', async () => {
    fake.present = ['front camera', 'headset'];
    const { currentCamera, state } = await prepared();
    fake.unplug('front camera');
    await vi.waitFor(() => expect(state().video).toBeNull());
    expect(state()).toMatchObject({ lost: { video: 'front camera', audio: null }, problem: 'missing' });
    expect(currentCamera().cameraType).toBe('NO_CAM');
  });

  it('is offered when it comes back, but not used by itself', async () => {
    fake.present = ['front camera', 'headset'];
    const { chooseCamera, state } = await prepared();
    fake.unplug('front camera');
    await vi.waitFor(() => expect(state().video).toBeNull());
    fake.plugIn('front camera');
    await vi.waitFor(() => expect(state().offered.video).toBe('id of front camera'));
    expect(fake.open).toEqual(['headset']);
    await chooseCamera('id of front camera');
    expect(state()).toMatchObject({ lost: { video: null }, offered: { video: null }, problem: null });
    expect(fake.open).toEqual(['headset', 'front camera']);
  });

  it('is no longer offered if it was offered before', async () => {
    const { state } = await prepared();
    fake.plugIn('theta camera');
    await vi.waitFor(() => expect(state().offered.video).toBe('id of theta camera'));
    fake.unplug('theta camera');
    await vi.waitFor(() => expect(state().offered.video).toBeNull());
    expect(state().lost.video).toBeNull();
  });
});

describe('The sound', () => {
  it('changes with one microphone open at the end, and the former one until then', async () => {
    const { chooseSound, soundOf, state } = await prepared();
    const former = state().audio;
    expect(soundOf(state())).toBe('voice');
    fake.held = true;
    const chosen = (['surroundings', 'voice', 'surroundings'] as const).map(chooseSound);
    expect(soundOf(state())).toBe('surroundings');
    expect(state().audio).toBe(former);
    expect(former?.readyState).toBe('live');
    for (const open of fake.waiting) open();
    await Promise.all(chosen);
    expect(fake.open).toEqual(['front camera', 'headset']);
    expect(state().audio).not.toBe(former);
    expect(former?.readyState).toBe('ended');
    expect(fake.asked.at(-1)?.audio).toMatchObject({ echoCancellation: false, channelCount: 2 });
  });

  it('changes on a system that opens a microphone only once', async () => {
    const { chooseSound, state } = await prepared();
    fake.isExclusive = true;
    await chooseSound('surroundings');
    expect(fake.open).toEqual(['front camera', 'headset']);
    expect(state()).toMatchObject({ problem: null, sound: 'surroundings' });
    expect(state().audio?.readyState).toBe('live');
  });

  it('is kept for another microphone, for a later one if there is none, and over a reload', async () => {
    const { chooseMicrophone, chooseSound, releaseDevices } = await prepared();
    await chooseMicrophone('none');
    const asked = fake.asked.length;
    await chooseSound('surroundings');
    expect(fake.asked).toHaveLength(asked);
    await chooseMicrophone('id of inner microphone');
    expect(fake.asked.at(-1)?.audio).toMatchObject({ noiseSuppression: false });
    releaseDevices();
    vi.resetModules();
    const { state } = await prepared();
    expect(fake.asked.at(-1)?.audio).toMatchObject({ noiseSuppression: false });
    expect(state().sound).toBe('surroundings');
  });

  it('of the surroundings is proposed for a 360° camera and possible headphones, until answered', async () => {
    const { chooseProjection, chooseSound, deviceStore, proposesSurroundings, state } = await prepared();
    expect(proposesSurroundings(state())).toBe(false);
    chooseProjection('equirectangular');
    expect(proposesSurroundings(state())).toBe(true);
    deviceStore.setState({ listening: 'loudspeaker' });
    expect(proposesSurroundings(state())).toBe(false);
    deviceStore.setState({ listening: 'headphones' });
    expect(proposesSurroundings(state())).toBe(true);
    await chooseSound('voice');
    expect(proposesSurroundings(state())).toBe(false);
    // The microphone is already open for the voice.
    expect(fake.asked).toHaveLength(1);
  });
});

it('The system pauses a microphone, and resumes it', async () => {
  const { state } = await prepared();
  const [microphone] = fake.tracks.filter(({ kind }) => kind === 'audio');
  microphone?.remoteMute();
  expect(state().interrupted).toEqual({ video: false, audio: true });
  microphone?.remoteUnmute();
  expect(state().interrupted).toEqual({ video: false, audio: false });
});

describe('A browser that does not answer', () => {
  const never = () => new Promise<never>(() => {});
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  const begun = async () => {
    const { deviceStore } = await import('./device-store.ts');
    const { prepareDevices } = await import('./open-devices.ts');
    void prepareDevices();
    await vi.runAllTimersAsync();
    return deviceStore.getState();
  };

  it('when listing devices: they are requested anyway', async () => {
    fake.enumerateDevices = never;
    const { status, problem, undetected, video, audio } = await begun();
    expect([status, problem, undetected]).toEqual(['ready', null, true]);
    expect([video?.label, audio?.label]).toEqual(['front camera', 'headset']);
  });

  it('when listing devices, while it asks the person: the failure is known meanwhile, until they are listed', async () => {
    const list = fake.enumerateDevices;
    fake.enumerateDevices = never;
    fake.held = true;
    const { status, undetected } = await begun();
    expect([status, undetected]).toEqual(['asking', true]);
    fake.enumerateDevices = list;
    for (const open of fake.waiting) open();
    await vi.runAllTimersAsync();
    const { deviceStore } = await import('./device-store.ts');
    expect(deviceStore.getState()).toMatchObject({ status: 'ready', undetected: false, problem: null });
  });

  it('when opening permitted devices: a problem is shown, and devices opened later are closed', async () => {
    fake.held = true;
    const { status, problem, video, audio } = await begun();
    expect([status, problem, video, audio]).toEqual(['ready', 'busy', null, null]);
    for (const open of fake.waiting) open();
    await vi.runAllTimersAsync();
    expect(fake.open).toEqual([]);
  });

  it('while it asks the person: is waited for', async () => {
    fake.held = true;
    const listed = await fake.enumerateDevices();
    fake.enumerateDevices = async () => listed.map((device) => ({ ...device, label: '' }));
    const { status, problem } = await begun();
    expect([status, problem]).toEqual(['asking', null]);
  });

  it('when a camera is to change its size: delays no call', async () => {
    const { fitTrack } = await import('./device-store.ts');
    const camera = new FakeMediaStreamTrack({ kind: 'video' });
    camera.applyConstraints = never;
    const fitted = vi.fn();
    void fitTrack(camera, { width: 640, height: 320 }).then(fitted);
    await vi.runAllTimersAsync();
    expect(fitted).toHaveBeenCalledOnce();
  });
});
