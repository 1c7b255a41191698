import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { sphere, startCall, test, withPage } from '../support/people.ts';

/** How long a mark is shown. */
const MARK_MS = 6_000;

/**
 * Records what moves on a page: animations and transitions that take time, and every direction of the view. Timers of
 * `keptMs` never fire, so that marks stay visible. Runs in the page.
 */
function watchMotion(keptMs: number): void {
  const { setTimeout } = window;
  Object.assign(window, {
    setTimeout: (act: () => void, ms?: number, ...rest: unknown[]) =>
      ms === keptMs ? 0 : setTimeout(act, ms, ...rest),
  });
  const moved: string[] = [];
  const turns: string[] = [];
  const note = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    for (const animation of target.getAnimations({ subtree: true })) {
      const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
      const isLong = typeof duration === 'number' && duration * (iterations ?? 1) > 1;
      if (isLong) moved.push(`${target.tagName} ${target.className}`);
    }
  };
  document.addEventListener('animationstart', note);
  document.addEventListener('transitionrun', note);
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof Element && target.closest('button'))
        turns.push(target.getAttribute('transform') ?? '');
  }).observe(document, { subtree: true, attributeFilter: ['transform'] });
  Object.assign(window, { motion: { moved, turns } });
}

const moved = (page: Page) => page.evaluate<string[]>('motion.moved');
/** The directions of the view since the last call. */
const turns = (page: Page) => page.evaluate<string[]>('motion.turns.splice(0)');

test('nothing moves for people who prefer reduced motion', async ({ host, guestBrowser, person }) => {
  const context = await guestBrowser.newContext({ ...person, reducedMotion: 'reduce' });
  await withPage(context, async (guest) => {
    await guest.addInitScript(watchMotion, MARK_MS);
    await startCall(host, guest);
    const tile = host.getByRole('group', { name: 'You', exact: false });
    const forward = (degrees: number) =>
      guest.getByRole('button', { name: new RegExp(`^View. Looking ${degrees}° away`), includeHidden: true });

    await test.step('the view jumps to a shown place', async () => {
      await openMore(guest, 'Guide');
      await guest.getByLabel('Let the other person turn my view').check();
      await guest.keyboard.press('Escape');
      await tile.click();
      await expect(tile).toHaveAccessibleName(/turn the other person's view there/);
      await turns(guest);
      const { width, height } = (await tile.boundingBox()) ?? { width: 0, height: 0 };
      await tile.dblclick({ position: { x: width / 4, y: height / 2 } });
      await expect(forward(-90)).toBeAttached();
      expect(await turns(guest)).toHaveLength(1);
      await expect(guest.getByTestId('mark')).toBeVisible();
      await expectAccessible(guest, { targetSize: false });
    });

    await test.step('the view jumps to a saved direction', async () => {
      await sphere(guest).focus();
      await guest.keyboard.press('l');
      await guest.getByLabel('Name of this direction').fill('door');
      await guest.keyboard.press('Enter');
      await guest.keyboard.press('Escape');
      await expect(guest.getByLabel('Name of this direction')).toBeHidden();
      await guest.keyboard.press('r');
      await expect(forward(0)).toBeAttached();
      await turns(guest);
      await guest.keyboard.press('1');
      await expect(forward(-90)).toBeAttached();
      expect(await turns(guest)).toHaveLength(1);
    });

    await test.step('nothing on the page fades, slides or pulses', async () => {
      await host.getByRole('button', { name: 'Messages' }).click();
      await host.getByLabel('Message', { exact: true }).fill('Hello');
      await host.keyboard.press('Enter');
      await guest.getByRole('button', { name: /^Messages: 1 new/ }).click();
      await expect(guest.getByRole('listitem')).toBeVisible();
      await expectAccessible(guest, { targetSize: false });
      expect(await moved(guest)).toEqual([]);
    });
  });
});
