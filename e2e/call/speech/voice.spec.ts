import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { sphere, startCall, test } from '../support/people.ts';

/**
 * Gives the page a recogniser that recognises only the words given to `sayWords` while it listens. Runs in the page.
 */
function recogniseWords(): void {
  let listening: StandIn | null = null;
  class StandIn {
    onresult: ((event: object) => void) | null = null;
    onend: (() => void) | null = null;
    start() {
      listening = this;
    }
    stop() {
      if (listening !== this) return;
      listening = null;
      this.onend?.();
    }
    abort() {
      this.stop();
    }
  }
  Object.assign(window, {
    SpeechRecognition: StandIn,
    sayWords(transcript: string) {
      const result = Object.assign([{ transcript }], { isFinal: true });
      listening?.onresult?.({ resultIndex: 0, results: [result] });
      return listening !== null;
    },
  });
}

const say = (page: Page, words: string) => page.evaluate<boolean>(`sayWords(${JSON.stringify(words)})`);
const volume = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.volume);

test('a guest directs the host by speaking', async ({ host, guest }) => {
  await guest.addInitScript(recogniseWords);
  await startCall(host, guest);
  const control = guest.getByRole('button', { name: 'Voice control' });
  const talk = guest.getByRole('button', { name: /^Talk/ });
  const mode = guest.getByLabel('Microphone mode');
  const muted = host.getByText('Your guest is muted');
  const arrow = host.locator('[data-direction]');

  await test.step('once the host allows it', async () => {
    await expect(control).toBeHidden();
    await openMore(host, 'Guide');
    await host.getByLabel('Let them direct me by voice').check();
    await host.keyboard.press('Escape');
    await control.click();
    await mode.selectOption('Push to talk');
    await expect(muted).toBeVisible();
    await guest.getByLabel('Show spoken directions').check();
    await expectAccessible(guest, { targetSize: false });
    await guest.keyboard.press('Escape');
  });

  await test.step('while a button is held: the call is quieter, and words are recognised only then', async () => {
    expect(await say(guest, 'left')).toBe(false);
    await talk.hover();
    await guest.mouse.down();
    await expect(muted).toBeHidden();
    await expect.poll(() => volume(guest)).toBeLessThan(0.5);
    expect(await say(guest, 'please turn left')).toBe(true);
    await expect(host.locator('[data-direction="left"]')).toBeVisible();
    await expect(host.getByRole('status').filter({ hasText: 'Direction: Left' })).toBeVisible();
    await expect(guest.getByText('Shown to the other person: Left')).toBeVisible();
    await say(guest, 'now stop');
    await expect(arrow).toHaveCount(0);
    await expect(host.getByRole('status').filter({ hasText: 'Direction: Stop' })).toBeVisible();
  });

  await test.step('until the guest’s page loses the focus', async () => {
    await guest.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect(muted).toBeVisible();
    await expect(talk).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => volume(guest)).toBe(1);
    await guest.mouse.up();
  });

  await test.step('while the space bar is held, except when typing', async () => {
    await sphere(guest).focus();
    await guest.keyboard.down('Space');
    await expect(muted).toBeHidden();
    await guest.keyboard.up('Space');
    await expect(muted).toBeVisible();
    await guest.getByRole('button', { name: 'Messages' }).click();
    const text = guest.getByLabel('Message', { exact: true });
    await text.fill('two');
    await guest.keyboard.down('Space');
    await expect(text).toHaveValue('two ');
    await expect(talk).toHaveAttribute('aria-pressed', 'false');
    await guest.keyboard.up('Space');
    await guest.keyboard.press('Escape');
  });

  await test.step('all the time, also after a reload', async () => {
    await guest.reload();
    await expect(talk).toBeVisible({ timeout: 30_000 });
    await expect(muted).toBeVisible();
    await control.click();
    await mode.selectOption('Open microphone');
    await expect(muted).toBeHidden();
    await guest.keyboard.press('Escape');
    await expect(talk).toBeHidden();
    // Chromium's microphone beeps.
    await expect.poll(() => volume(guest)).toBeLessThan(0.5);
    await expect.poll(() => say(guest, 'forward')).toBe(true);
    await expect(host.getByRole('status').filter({ hasText: 'Direction: Forward' })).toBeVisible();
  });
});
