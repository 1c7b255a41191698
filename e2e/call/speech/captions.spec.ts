import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { startCall, test } from '../support/people.ts';

/**
 * Gives the page a recogniser that runs on the device: it recognises the words given to `sayWords` while it listens to
 * the other person. The language must be installed first, which fails once. Runs in the page.
 */
function recogniseWords(): void {
  let listening: StandIn | null = null;
  const tries = () => Number(localStorage.getItem('tries'));
  class StandIn {
    static available = async () => (tries() > 1 ? 'available' : 'downloadable');
    static install = async () => {
      localStorage.setItem('tries', `${tries() + 1}`);
      return tries() > 1;
    };
    onresult: ((event: object) => void) | null = null;
    onend: (() => void) | null = null;
    processLocally = false;
    start(track?: MediaStreamTrack) {
      const heard = document.querySelector('audio')?.srcObject;
      const isTheirs =
        heard instanceof MediaStream && track !== undefined && heard.getTracks().includes(track);
      if (isTheirs && this.processLocally) listening = this;
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
    sayWords(transcript: string, isFinal: boolean) {
      const result = Object.assign([{ transcript }], { isFinal });
      listening?.onresult?.({ resultIndex: 0, results: [result] });
      return listening !== null;
    },
  });
}

const say = (page: Page, words: string, isFinal: boolean) =>
  page.evaluate<boolean>(`sayWords(${JSON.stringify(words)}, ${isFinal})`);

test('the other person’s speech is shown as text', async ({ host, guest }) => {
  await guest.addInitScript(recogniseWords);
  await startCall(host, guest);
  const captions = guest.getByRole('log', { name: 'Captions' });
  await guest.keyboard.press('t');
  await expect(guest.getByText("Your browser can't caption speech in English on this device.")).toBeVisible();
  await guest.keyboard.press('t');
  await expect(guest.getByText('Loading speech recognition for captions…')).toBeVisible();
  await expect.poll(() => say(guest, 'Look at', false)).toBe(true);
  await expect(captions).toHaveText('Look at');
  await say(guest, 'Look at the tree.', true);
  await say(guest, 'And then', false);
  await expect(captions).toHaveText('Look at the tree.And then');
  await expectAccessible(guest, { targetSize: false });

  await guest.reload();
  await expect.poll(() => say(guest, 'Still here.', true), { timeout: 30_000 }).toBe(true);
  await expect(captions).toHaveText('Still here.');
  await (await openMore(guest, 'Accessibility')).getByRole('checkbox', { name: 'Captions' }).uncheck();
  await expect.poll(() => say(guest, 'Gone.', true)).toBe(false);
  await expect(captions).toBeHidden();
});
