import type { Page } from '@playwright/test';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { sphere, startCall, test } from '../support/people.ts';
import { colourInTheMiddle, patchOf } from '../support/picture.ts';

const tile = (page: Page) => page.getByRole('group', { name: 'You', exact: false });
const mark = (page: Page) => page.getByTestId('mark');

/**
 * The centre of a mark on the host's own map, as a fraction of its width. A mark may be drawn several times, once
 * within the edges.
 */
async function ownMark(page: Page): Promise<number> {
  return tile(page).evaluate((element) => {
    const map = element.querySelector('video')?.getBoundingClientRect();
    const middles = [...element.querySelectorAll('circle')].map((circle) => {
      const { left, right } = circle.getBoundingClientRect();
      return ((left + right) / 2 - (map?.left ?? 0)) / (map?.width ?? 1);
    });
    return middles.find((middle) => middle >= 0 && middle <= 1) ?? Number.NaN;
  });
}

/** The centre of the mark in the view, as a fraction of its width. */
async function acrossView(page: Page): Promise<number> {
  const { x = 0, width = 0 } = (await mark(page).boundingBox()) ?? {};
  return (x + width / 2) / (page.viewportSize()?.width ?? 1);
}

async function turn(page: Page, key: 'ArrowLeft' | 'ArrowRight', times: number): Promise<void> {
  await sphere(page).focus();
  for (let count = 0; count < times; count++) await page.keyboard.press(key);
}

test('each person can show the other a place', async ({ host, guest }) => {
  await startCall(host, guest);
  const shown = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

  await test.step('the guest by a double click or Enter, shown on the host’s own map', async () => {
    await sphere(guest).dblclick();
    await expect(shown(host, 'points in your picture: ahead')).toBeVisible();
    await expect.poll(() => ownMark(host)).toBeCloseTo(0.5, 1);
    await turn(guest, 'ArrowRight', 9);
    await guest.keyboard.press('Enter');
    await expect(shown(host, 'points in your picture: 90° to the right')).toBeVisible();
    await expect.poll(() => ownMark(host)).toBeCloseTo(0.75, 1);
    await expect(mark(guest)).toHaveAttribute('data-in-view', 'true');
  });

  await test.step('not by a single click or looking around', async () => {
    await expect(mark(guest)).toBeHidden({ timeout: 10_000 });
    const { x, y, width, height } = (await sphere(guest).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await guest.mouse.move(x + width / 2, y + height / 2);
    // Without gliding, the view stays where it is released.
    await guest.emulateMedia({ reducedMotion: 'reduce' });
    await guest.mouse.down();
    await guest.mouse.move(x + width / 2 + 20, y + height / 2, { steps: 4 });
    await guest.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await guest.mouse.up();
    await sphere(guest).click();
    await guest.emulateMedia({ reducedMotion: 'no-preference' });
    // Waits until a mark would be on the screen.
    await guest.evaluate(
      () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
    );
    await expect(mark(guest)).toBeHidden();
  });

  await test.step('by a long touch', async () => {
    await sphere(guest).evaluate((element) => {
      const touch = { pointerType: 'touch', isPrimary: true, bubbles: true, pointerId: 7 };
      const [clientX, clientY] = [innerWidth / 2, innerHeight / 2];
      element.dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX, clientY }));
    });
    await expect(mark(guest)).toBeVisible();
    await sphere(guest).dispatchEvent('pointercancel', { pointerType: 'touch', pointerId: 7 });
  });

  await test.step('the host on the own map: the guest sees the way there, and the place', async () => {
    await tile(host).click();
    await expect(tile(host)).toHaveAttribute('data-large', 'true');
    const { width, height } = (await tile(host).boundingBox()) ?? { width: 0, height: 0 };
    await tile(host).dblclick({ position: { x: width / 4, y: height / 2 } });
    await expect(shown(guest, 'The other person points: 90° to the left')).toBeVisible();
    await expect(mark(guest)).toHaveAttribute('data-in-view', 'false');
    await turn(guest, 'ArrowLeft', 18);
    await expect(mark(guest)).toHaveAttribute('data-in-view', 'true');
    await expect.poll(() => acrossView(guest)).toBeCloseTo(0.5, 1);
  });

  await test.step('the host turns the guest’s view there, if the guest allows it', async () => {
    await openMore(guest, 'Guide');
    await guest.getByLabel('Let the other person turn my view').check();
    await guest.keyboard.press('Escape');
    await expect(tile(host)).toHaveAccessibleName(/hold a place to turn the other person's view there/);
    await tile(host).focus();
    await host.keyboard.press('Enter');
    await expect(guest.getByRole('button', { name: /^View. Looking 0°/ })).toBeVisible();
    await expect(mark(guest)).toBeHidden({ timeout: 10_000 });
    await expect.poll(() => colourInTheMiddle(guest).then(patchOf)).toBe('front');
  });
});
