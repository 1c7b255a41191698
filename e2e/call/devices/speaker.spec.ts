import type { Page } from '@playwright/test';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { startCall, test } from '../support/people.ts';

/** Records where tones play that a page makes with elements of its own. */
function recordTones(): void {
  const speakers: string[] = [];
  Object.assign(window, { speakers });
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function playOn() {
    if (!this.isConnected) speakers.push(this.sinkId);
    return play.call(this);
  };
}

const tonesOn = (page: Page) => page.evaluate(() => Reflect.get(window, 'speakers'));
/** The speaker that plays the other person's voice. */
const voiceOn = (page: Page) => page.evaluate(() => document.querySelector('audio')?.sinkId);

test('voice and tones play on the chosen speaker, which the tab remembers', async ({ host, guest }) => {
  await guest.addInitScript(recordTones);
  await startCall(host, guest);
  const speaker = guest.getByLabel('Speaker', { exact: true });
  await openMore(guest, 'Camera and microphone');
  await expect(speaker.getByRole('option')).toHaveText([
    "The system's",
    'Fake Audio Output 1',
    'Fake Audio Output 2',
  ]);
  expect(await voiceOn(guest)).toBe('');
  await speaker.selectOption('Fake Audio Output 2');
  const id = await speaker.inputValue();
  expect(id).not.toBe('');
  await expect.poll(() => voiceOn(guest)).toBe(id);
  await guest.keyboard.press('Escape');

  // A raised hand makes a tone.
  await host.keyboard.press('h');
  await expect.poll(() => tonesOn(guest)).toEqual([id]);

  await guest.reload();
  await expect.poll(() => voiceOn(guest), { timeout: 30_000 }).toBe(id);
  await openMore(guest, 'Camera and microphone');
  await speaker.selectOption("The system's");
  await expect.poll(() => voiceOn(guest)).toBe('');
});

test('no speaker is offered where a page cannot choose one', async ({ guest }) => {
  await guest.addInitScript(() => Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId'));
  await guest.goto('/');
  await guest.getByRole('button', { name: 'Start' }).click();
  await guest.getByRole('button', { name: 'Create room' }).click();
  await guest.getByRole('button', { name: 'More settings' }).click();
  await expect(guest.getByLabel('Quality')).toBeEnabled();
  await expect(guest.getByLabel('Speaker', { exact: true })).toBeHidden();
});
