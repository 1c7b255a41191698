import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { startCall, test } from '../support/people.ts';

/** The default interval, which no other timer of a normal call uses. */
const PACE_MS = 1_500;
/** More than the number of controls. */
const MOST_STEPS = 60;

/** Lets the test move the highlight instead of a timer. Runs in the page. */
function stepByTest(paceMs: number): void {
  const { setTimeout, clearTimeout } = window;
  const waiting = new Map<number, () => void>();
  let last = -1;
  const later = (act: () => void, ms?: number, ...rest: unknown[]) => {
    if (ms !== paceMs) return setTimeout(act, ms, ...rest);
    waiting.set(--last, act);
    return last;
  };
  const rendered = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  Object.assign(window, {
    setTimeout: later,
    clearTimeout: (id: number) => waiting.delete(id) || clearTimeout(id),
    async stepScan() {
      const [id, act] = [...waiting].at(-1) ?? [];
      if (id !== undefined) waiting.delete(id);
      act?.();
      await rendered();
    },
  });
}

/** The announced name of the highlighted control. */
const highlighted = (page: Page) =>
  page.locator('[data-room] > div').filter({ hasText: 'Stop scanning' }).getByRole('status');

/** Steps, as time would, until a control is highlighted. */
async function awaitHighlight(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let step = 0; step < MOST_STEPS; step++) {
    const text = (await highlighted(page).textContent()) ?? '';
    if (text === name) return;
    seen.push(text);
    await page.evaluate('stepScan()');
  }
  throw new Error(`${name} is not among ${seen.join(', ')}`);
}

/** Chooses groups and controls with the switch, each once it is highlighted. */
async function choose(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await awaitHighlight(page, name);
    await page.keyboard.press('Space');
  }
}

test('a guest controls the call with a single switch', async ({ host, guest }) => {
  await guest.addInitScript(stepByTest, PACE_MS);
  await startCall(host, guest);
  await (await openMore(guest, 'Accessibility')).getByLabel('One-switch control').check();
  await choose(guest, 'Close More');
  await expect(guest.getByText('Space, Enter or a click anywhere chooses')).toBeVisible();
  await expect(highlighted(guest)).not.toBeEmpty();

  await test.step('mutes', async () => {
    await choose(guest, 'Call controls', 'Mute: off');
    await expect(host.getByText('Your guest is muted')).toBeVisible();
    await expectAccessible(guest, { targetSize: false });
  });

  await test.step('turns the view, and describes it', async () => {
    await choose(guest, 'Look around', ...Array<string>(9).fill('Look right'));
    await expect(guest.getByRole('button', { name: /^View. Looking 90° away/ })).toBeAttached();
    await choose(guest, 'Show this place to the other person');
    await expect(host.getByText('points in your picture: 90° to the right')).toBeVisible();
  });

  await test.step('answers a message without typing', async () => {
    await host.getByRole('button', { name: 'Messages' }).click();
    await host.getByLabel('Message', { exact: true }).fill('Can you hear me?');
    await host.keyboard.press('Enter');
    await choose(guest, 'New message: Host: Can you hear me?');
    await expect(guest.getByRole('group', { name: 'Ready answers' })).toBeVisible();
    await expectAccessible(guest, { targetSize: false });
    await choose(guest, 'Ready answers', 'Yes');
    await expect(host.getByRole('listitem').last()).toContainText('Yes');
    await choose(guest, 'Close');
    await expect(guest.getByRole('group', { name: 'Ready answers' })).toBeHidden();
  });

  await test.step('opens a menu, a dialog and a panel, and leaves each', async () => {
    await choose(guest, 'Call controls', 'More', 'Accessibility', 'Keyboard shortcuts', 'Close');
    await expect(guest.getByRole('dialog')).toBeHidden();
    await choose(guest, 'Call controls', 'More', 'Connection', 'Close More');
    await expect(guest.getByRole('dialog')).toBeHidden();
  });

  await test.step('also by a click anywhere, until Escape', async () => {
    const { width, height } = guest.viewportSize() ?? { width: 0, height: 0 };
    for (const name of ['Call controls', 'Mute: on']) {
      await awaitHighlight(guest, name);
      await guest.mouse.click(width / 2, height / 2);
    }
    await expect(host.getByText('Your guest is muted')).toBeHidden();
    await guest.keyboard.press('Escape');
    await expect(highlighted(guest)).toBeHidden();
    await expect(guest.locator('[data-scanned]')).toHaveCount(0);
    await guest.getByRole('button', { name: 'Mute' }).click();
    await expect(host.getByText('Your guest is muted')).toBeVisible();
  });

  await test.step('keeps scanning switched on for the device, leaves, and continues there', async () => {
    await (await openMore(guest, 'Accessibility')).getByLabel('One-switch control').check();
    await expect(highlighted(guest)).toBeVisible();
    await guest.reload();
    await expect(highlighted(guest)).toBeVisible();
    await expect(guest.getByRole('toolbar', { name: 'Call controls' })).toBeVisible({ timeout: 30_000 });
    await choose(guest, 'Call controls', 'Leave');
    await expect(host.getByRole('heading', { name: 'Call ended' })).toBeVisible();
    await choose(guest, 'Other controls', 'Start a new call');
    await expect(guest.getByRole('button', { name: 'Create room' })).toBeVisible();
  });
});
