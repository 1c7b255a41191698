import { expect } from '@playwright/test';
import { launchBrowser } from '../../support/browser.ts';
import { openMore, openStats } from '../support/controls.ts';
import { createRoom, enterRoom, sphere, startCall, test, withPage } from '../support/people.ts';
import { pictureOf, soundChannels, soundLevel } from '../support/picture.ts';

test('muting silences the other side, which is told', async ({ host, guest }) => {
  await startCall(host, guest);
  await expect.poll(() => soundLevel(guest)).toBeGreaterThan(0.05);
  await host.getByRole('button', { name: 'Mute' }).click();
  await expect(guest.getByText('Your host is muted')).toBeVisible();
  await expect.poll(() => soundLevel(guest)).toBeLessThan(0.01);
  await host.getByRole('button', { name: 'Mute' }).click();
  await expect.poll(() => soundLevel(guest)).toBeGreaterThan(0.05);
});

test('the other side is told when a camera is turned off', async ({ host, guest }) => {
  await startCall(host, guest);
  const canvas = sphere(guest).locator('canvas');
  await canvas.evaluate((element) => element.setAttribute('data-before', ''));
  await host.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(guest.getByText(/has their camera off/)).toBeVisible();
  await expect(sphere(guest)).toBeHidden();
  await host.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(sphere(guest)).toBeVisible();
  await expect(canvas).toHaveAttribute('data-before');
  const before = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(before);
});

test('camera, microphone, sound and picture can be changed during the call', async ({ host, guest }) => {
  await host.addInitScript(countMicrophones);
  await startCall(host, guest);
  await expect.poll(() => soundChannels(guest)).toBe(1);
  await openMore(host, 'Camera and microphone');
  // Proposed because the camera is a 360° one.
  const proposed = host.getByRole('button', { name: 'Surroundings' });
  await proposed.click();
  await expect(proposed).toBeHidden();
  const sound = host.getByLabel('Sound');
  await expect(sound).toHaveValue('surroundings');
  await expect(sound).toBeFocused();
  await expect.poll(() => soundChannels(guest)).toBe(2);
  await expect.poll(() => soundLevel(guest)).toBeGreaterThan(0.05);
  await expect.poll(() => host.evaluate('openMicrophones()')).toBe(1);
  await sound.selectOption('voice');
  await expect.poll(() => soundChannels(guest)).toBe(1);
  await expect.poll(() => soundLevel(guest)).toBeGreaterThan(0.05);

  await host.getByLabel('Video format').selectOption('flat');
  await expect(guest.getByTestId('remote-picture').locator('video')).toBeVisible();
  await expect(sphere(guest)).toBeHidden();
  await host.getByLabel('Camera', { exact: true }).selectOption('none');
  await expect(guest.getByText(/has no camera/)).toBeVisible();
  await host.getByLabel('Camera', { exact: true }).selectOption({ index: 0 });
  await expect(sphere(guest)).toBeVisible({ timeout: 15_000 });
  await host.getByLabel('Microphone', { exact: true }).selectOption('none');
  await expect.poll(() => soundLevel(guest)).toBeLessThan(0.01);
});

test('another camera replaces one that is changed or unplugged, and the picture stays', async ({
  guest,
  person,
}) => {
  const browser = await launchBrowser([
    // The second fake device is a depth camera, whose frames are not encoded.
    '--use-fake-device-for-media-stream=device-count=3',
    '--use-fake-ui-for-media-stream',
  ]);
  await withPage(await browser.newContext(person), async (host) => {
    await host.addInitScript(changeableDevices);
    await enterRoom(guest, await createRoom(host));
    const picture = guest.getByTestId('remote-picture').locator('video');
    await expect(picture).toBeVisible({ timeout: 30_000 });
    const frames = () =>
      picture.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
    const moves = async () => {
      const before = await frames();
      await expect.poll(frames).toBeGreaterThan(before);
    };
    await moves();
    await guest.evaluate(watchForNoPicture);

    await openMore(host, 'Camera and microphone');
    const camera = host.getByLabel('Camera', { exact: true });
    await camera.selectOption('fake_device_2');
    await expect
      .poll(() => host.evaluate(() => document.documentElement.dataset.camera))
      .toBe('fake_device_2');
    await moves();
    await host.keyboard.press('Escape');

    await host.evaluate(() => dispatchEvent(new CustomEvent('unplug', { detail: 'fake_device_2' })));
    const gone = '“fake_device_2” is no longer available. Now using “fake_device_0”.';
    await expect(host.getByText(gone)).toBeVisible();
    await moves();
    await host.evaluate(() => dispatchEvent(new CustomEvent('unplug', { detail: '' })));
    await expect(host.getByText('“fake_device_2” is connected.')).toBeVisible();
    await host.getByRole('button', { name: 'Use it' }).click();
    await expect(host.getByText('“fake_device_2” is connected.')).toBeHidden();
    await moves();
    expect(await guest.evaluate(() => document.documentElement.dataset.noPicture)).toBeUndefined();

    await host.evaluate(() => dispatchEvent(new CustomEvent('pause', { detail: true })));
    await expect(host.getByText('Your device has paused the camera.')).toBeVisible();
    await expect(guest.getByText(/has their camera off/)).toBeVisible();
    await host.evaluate(() => dispatchEvent(new CustomEvent('pause', { detail: false })));
    await expect(host.getByText('Your device has paused the camera.')).toBeHidden();
    await expect(picture).toBeVisible();
    await moves();
  });
  await browser.close();
});

/** Adds `openMicrophones()` to the page, which counts the open ones. */
function countMicrophones(): void {
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia;
  const tracks: MediaStreamTrack[] = [];
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open.call(mediaDevices, constraints);
    tracks.push(...stream.getAudioTracks());
    return stream;
  };
  const openMicrophones = () => tracks.filter(({ readyState }) => readyState === 'live').length;
  Object.assign(window, { openMicrophones });
}

/** Removes or pauses a camera as the system does, which Chromium's fake devices cannot. */
function changeableDevices(): void {
  const { mediaDevices } = navigator;
  const [open, list] = [mediaDevices.getUserMedia, mediaDevices.enumerateDevices];
  let camera: MediaStreamTrack | undefined;
  let unplugged = '';
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open.call(mediaDevices, constraints);
    camera = stream.getVideoTracks()[0] ?? camera;
    document.documentElement.dataset.camera = camera?.label;
    return stream;
  };
  mediaDevices.enumerateDevices = async () =>
    (await list.call(mediaDevices)).filter(({ label }) => unplugged === '' || label !== unplugged);
  const detail = (event: Event) => event instanceof CustomEvent && event.detail;
  addEventListener('unplug', (event) => {
    unplugged = detail(event);
    if (camera?.label === unplugged) {
      camera.stop();
      camera.dispatchEvent(new Event('ended'));
    }
    mediaDevices.dispatchEvent(new Event('devicechange'));
  });
  addEventListener('pause', (event) => {
    if (camera) Object.defineProperty(camera, 'muted', { value: detail(event), configurable: true });
    camera?.dispatchEvent(new Event(detail(event) ? 'mute' : 'unmute'));
  });
}

/** Records whether the other side's picture was ever missing, or came from another track. */
function watchForNoPicture(): void {
  const trackOf = () => {
    const { srcObject } =
      document.querySelector<HTMLVideoElement>('[data-testid="remote-picture"] video') ?? {};
    return srcObject instanceof MediaStream ? srcObject.getVideoTracks()[0] : null;
  };
  const track = trackOf();
  new MutationObserver(() => {
    const isOff = document.body.innerText.includes('has their camera off');
    if (isOff || trackOf() !== track) document.documentElement.dataset.noPicture = 'true';
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}

test('the stats show what is received, and the view button why there is no VR', async ({ host, guest }) => {
  await guest.addInitScript(() => Object.defineProperty(navigator, 'xr', { value: undefined }));
  await startCall(host, guest);
  await openStats(guest);
  const stats = guest.getByTestId('stats');
  await expect(stats.getByRole('row', { name: /Resolution 1280 × 640/ })).toBeVisible({ timeout: 15_000 });
  await expect(stats.getByRole('row', { name: /Codec H264 H264/ })).toBeVisible();
  await expect(stats.getByRole('row', { name: /^Rendered frames\/s [1-9]/ })).toBeVisible();
  // WebGL runs in software here.
  await expect(stats.getByRole('row', { name: 'Rendered from YUV planes' })).toBeVisible();
  await expect(stats.getByRole('row', { name: /Round-trip time \d/ })).toBeVisible();
  // The picture has 1280 pixels all around, fewer than the window could show.
  await expect(stats.getByRole('row', { name: /^Pixels per degree 3\.6$/ })).toBeVisible();
  await expect(stats.getByRole('row', { name: /^Detail limited by Their quality$/ })).toBeVisible();
  await guest.keyboard.press('Escape');
  await guest.getByRole('button', { name: /^View/ }).click();
  const vr = guest.getByRole('radio', { name: 'VR' });
  await expect(guest.getByText("VR needs a headset's browser. Open this call's link")).toBeVisible();
  await expect(vr).toHaveAttribute('aria-disabled', 'true');
  await expect(vr).not.toBeChecked();

  // The host sees a flat picture, which the browser renders itself.
  await openStats(host);
  const flat = host.getByTestId('stats');
  await expect(flat.getByRole('row', { name: /^Frames\/s [1-9]/ })).toBeVisible({ timeout: 15_000 });
  await expect(flat.getByRole('row', { name: /^Rendered/ })).toHaveCount(0);
});

test('the layer received depends on the window, and is a smaller one to save data', async ({
  host,
  guest,
}) => {
  await startCall(host, guest);
  await openMore(guest, 'Camera and microphone');
  await guest.getByLabel('Quality').selectOption('HIGH');
  await openStats(host);
  const stats = host.getByTestId('stats');
  const width = async () => {
    const size = await stats.getByRole('row', { name: /^Resolution/ }).innerText();
    return Number(/(\d+) × \d+/.exec(size)?.[1]);
  };
  const arrives = (size: 'whole' | 'half') => {
    const arrived = expect.poll(width, { message: size, timeout: 30_000 });
    // Two cores may be too slow for the whole picture.
    return size === 'whole' ? arrived.toBeGreaterThan(960) : arrived.toBeLessThanOrEqual(960);
  };
  await host.setViewportSize({ width: 1440, height: 900 });
  await arrives('whole');
  await host.setViewportSize({ width: 640, height: 360 });
  await arrives('half');
  await host.setViewportSize({ width: 1440, height: 900 });
  await arrives('whole');
  const saveData = host.getByLabel(/^Save data/);
  await saveData.check();
  await arrives('half');
  await host.reload();
  await openStats(host);
  await expect(saveData).toBeChecked();
  await arrives('half');
});

test("a phone's screen stays on during a call only", async ({ host, guest }) => {
  await guest.addInitScript(() => {
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await request(type);
      const { dataset } = document.documentElement;
      dataset.locks = String(Number(dataset.locks ?? 0) + 1);
      lock.addEventListener('release', () => {
        dataset.locks = String(Number(dataset.locks) - 1);
      });
      return lock;
    };
  });
  const locks = () => guest.evaluate(() => document.documentElement.dataset.locks);
  await startCall(host, guest);
  await expect.poll(locks).toBe('1');
  await host.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(locks).toBe('0');
});

test('the controls fade when idle and reappear for the keyboard', async ({ host, guest }) => {
  await startCall(host, guest);
  const bar = guest.getByRole('toolbar');
  const [mute, leave] = [
    bar.getByRole('button', { name: 'Mute' }),
    bar.getByRole('button', { name: 'Leave' }),
  ];
  await expect(leave).toHaveCSS('opacity', '0', { timeout: 15_000 });
  await expect(mute).toHaveCSS('opacity', '0');
  await guest.keyboard.press('Tab');
  await expect(leave).toHaveCSS('opacity', '1');
  await guest.keyboard.press('m');
  await expect(leave).toHaveCSS('opacity', '0', { timeout: 15_000 });
  await expect(mute).toHaveCSS('opacity', '1');
});
