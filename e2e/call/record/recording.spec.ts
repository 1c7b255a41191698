import type { Download, Page } from '@playwright/test';
import { hasFfmpeg } from '../../sphere/harness/ffmpeg.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { expectNotice, hearNotices } from '../support/notices.ts';
import { sphere, startCall, test } from '../support/people.ts';
import { patchAt } from '../support/picture.ts';
import { brightness, extractFrame, lengths, loudness, probe } from '../support/recorded-file.ts';

test.skip(!hasFfmpeg, 'ffmpeg is not installed');

const question = (page: Page) => page.getByRole('dialog', { name: 'Agree to be recorded?' });
const mark = (page: Page) => page.getByTestId('recording');

/** Waits until a few seconds are recorded. */
async function recorded(page: Page): Promise<void> {
  await expect(mark(page)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('timer')).toHaveText(/^00:(0[4-9]|[1-5])/, { timeout: 20_000 });
}

/** Frames are repeated at least once a second, so picture and sound may end up to a second apart. */
async function expectSameLength(file: string): Promise<void> {
  const { video, audio } = await lengths(file);
  expect(Math.abs(audio - video), `${audio} s of sound, ${video} s of picture`).toBeLessThan(1);
}

/** Number of fragments in the recordings on disk, saved ones included. Runs in the page. */
async function fragmentsOnDisk(): Promise<number> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('recordings');
  let fragments = 0;
  for await (const entry of folder.values()) {
    if (!(entry instanceof FileSystemFileHandle)) continue;
    const bytes = await (await entry.getFile()).arrayBuffer();
    fragments += new TextDecoder('latin1').decode(bytes).split('moof').length - 1;
  }
  return fragments;
}

async function choose(page: Page, name: string): Promise<void> {
  await (await openMore(page, 'Capture')).getByRole('button', { name }).click();
}

async function saved(page: Page, action: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  return download;
}

test('a call is recorded as a 360° video while the other person agrees', async ({ host, guest }, info) => {
  test.slow();
  await startCall(host, guest);
  for (const page of [host, guest]) await hearNotices(page);

  await test.step('nothing is recorded if the other person declines', async () => {
    await sphere(guest).focus();
    await guest.keyboard.press('o');
    await expect(question(host)).toContainText('The other person asks to record this call');
    await expectAccessible(host, { targetSize: false });
    await expect(guest.getByText('Asked to record')).toBeVisible();
    await host.getByRole('button', { name: 'Decline' }).last().click();
    await expectNotice(guest, "The other person doesn't agree to be recorded");
    await expect(mark(host)).toBeHidden();
  });

  const file = await test.step('both see an accepted recording until the other person stops it', async () => {
    await choose(guest, 'Record the call');
    await expect(question(host)).toBeVisible();
    await host.keyboard.press('Tab');
    await host.keyboard.press('Enter');
    await expectNotice(guest, "You're recording the call");
    await expectNotice(host, 'The other person is recording the call');
    await recorded(guest);
    await expect(mark(host)).toBeVisible();
    // The last picture must not stay when the camera is off.
    await host.getByRole('button', { name: 'Turn camera off' }).click();
    await expect(guest.getByText(/has their camera off/)).toBeVisible();
    const time = await guest.getByRole('timer').textContent();
    await expect(guest.getByRole('timer')).not.toHaveText(time ?? '');
    await host.getByRole('button', { name: 'Turn camera off' }).click();
    await expect(sphere(guest)).toBeVisible();
    const download = await saved(guest, () => host.getByRole('button', { name: 'Stop' }).click());
    await expectNotice(guest, 'The other person ended the recording. Find it in your downloads.');
    await expectNotice(host, 'The recording has ended');
    for (const page of [host, guest]) await expect(mark(page)).toBeHidden();
    expect(download.suggestedFilename()).toMatch(/^panocall-360-\d{4}(-\d{2}){5}\.mp4$/);
    return download.path();
  });

  await test.step('the file is marked as 360°, and contains what was seen and heard', async () => {
    const { duration, video, audio } = await probe(file);
    expect(video).toMatchObject({ width: 1280, height: 640 });
    expect(video?.side_data_list).toContainEqual(
      expect.objectContaining({ side_data_type: 'Spherical Mapping', projection: 'equirectangular' }),
    );
    expect(video?.side_data_list).toContainEqual(
      expect.objectContaining({ side_data_type: 'Stereo 3D', type: '2D' }),
    );
    expect(audio?.nb_read_frames).toBeGreaterThan(0);
    // `recorded` waited for four seconds on the mark.
    expect(duration).toBeGreaterThan(4);
    const frames = await brightness(file);
    expect(frames).toHaveLength(video?.nb_read_frames ?? 0);
    // Frames are repeated while no new ones arrive.
    expect(frames.length).toBeGreaterThan(duration);
    expect(Math.min(...frames)).toBeLessThan(20);
    expect(await loudness(file)).toBeGreaterThan(-40);
    await expectSameLength(file);
    const png = info.outputPath('frame.png');
    await extractFrame(file, 2, png);
    expect(await patchAt(png, 0.5, 0.5)).toBe('front');
    expect(await patchAt(png, 0.75, 0.5)).toBe('right');
    expect(await patchAt(png, 0.25, 0.5)).toBe('left');
  });

  await test.step('the recording of a closed page is offered again', async () => {
    const before = await guest.evaluate(fragmentsOnDisk);
    await choose(guest, 'Record the call');
    await question(host).getByRole('button', { name: 'Agree' }).click();
    await recorded(guest);
    // A busy browser may be seconds behind with encoding, and a file without a fragment is not offered.
    await expect.poll(() => guest.evaluate(fragmentsOnDisk)).toBeGreaterThan(before);
    guest.on('dialog', (dialog) => void dialog.accept());
    const [warning] = await Promise.all([guest.waitForEvent('dialog'), guest.reload()]);
    expect(warning.type()).toBe('beforeunload');
    await expect(mark(host)).toBeHidden({ timeout: 20_000 });
    const save = guest.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeVisible({ timeout: 30_000 });
    const download = await saved(guest, () => save.click());
    const { video } = await probe(await download.path());
    expect(video?.side_data_list).not.toEqual([]);
    expect(video?.nb_read_frames).toBeGreaterThan(0);
    await expect(save).toBeHidden();
  });
});

test('a flat picture is recorded by a browser that cannot read tracks, until the disk is full', async ({
  host,
  guest,
}) => {
  await host.addInitScript(() => Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor'));
  await startCall(host, guest);
  await hearNotices(host);
  const origin = new URL(host.url()).origin;
  const session = await host.context().newCDPSession(host);
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin });
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 600_000 });
  await host.keyboard.press('o');
  const download = await saved(host, () => question(guest).getByRole('button', { name: 'Agree' }).click());
  await expectNotice(host, "Recording ended: there's no space left. What was recorded is in your downloads.");
  await expect(mark(guest)).toBeHidden();
  const file = await download.path();
  const { video, audio } = await probe(file);
  await expectSameLength(file);
  expect(video?.nb_read_frames).toBeGreaterThan(1);
  expect(video?.side_data_list).toEqual([]);
  expect(audio?.nb_read_frames).toBeGreaterThan(1);
});

test('a recording without sound says so, and one without anything is not saved', async ({ host, guest }) => {
  test.slow();
  await guest.addInitScript(() => {
    // An audio context that never starts, as without a sound output.
    globalThis.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        void this.suspend();
      }
      override resume() {
        return new Promise<void>(() => {});
      }
    };
  });
  await host.addInitScript(() => {
    // The classes exist only in a secure context, which a blank page is not.
    if (!isSecureContext) return;
    VideoEncoder.prototype.encode = () => {};
    AudioEncoder.prototype.encode = () => {};
  });
  await startCall(host, guest);
  for (const page of [host, guest]) await hearNotices(page);

  await test.step('without an audio clock the picture is recorded with silence', async () => {
    await choose(guest, 'Record the call');
    await question(host).getByRole('button', { name: 'Agree' }).click();
    await expectNotice(guest, /^Recording without sound: this device's sound output isn't working/);
    await recorded(guest);
    const download = await saved(guest, () => choose(guest, 'Stop recording'));
    await expectNotice(guest, 'Recording ended. Find it in your downloads.');
    const file = await download.path();
    const { video, audio } = await probe(file);
    expect(video?.nb_read_frames).toBeGreaterThan(10);
    expect(audio?.nb_read_frames).toBeGreaterThan(1);
    expect(await loudness(file)).toBeLessThan(-80);
    await expectSameLength(file);
  });

  await test.step('without output of the encoders no file is saved', async () => {
    const downloads: Download[] = [];
    host.on('download', (download) => downloads.push(download));
    await choose(host, 'Record the call');
    await question(guest).getByRole('button', { name: 'Agree' }).click();
    await recorded(host);
    await choose(host, 'Stop recording');
    await expectNotice(host, 'Recording failed: nothing was saved. Try again, or use another browser.');
    expect(downloads).toEqual([]);
  });
});
