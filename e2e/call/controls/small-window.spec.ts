import type { Page } from '@playwright/test';
import { pretendGpu } from '../../support/pretend-gpu.ts';
import { expect } from '../../support/test.ts';
import { sphere, startCall, test } from '../support/people.ts';
import { colourInTheMiddle, patchOf, pictureOf } from '../support/picture.ts';

async function openSmall(page: Page): Promise<Page> {
  const [small] = await Promise.all([page.context().waitForEvent('page'), page.locator('body').press('p')]);
  return small;
}

/** Makes the page act as in a hidden tab, where nothing is rendered. */
function hideTab(): void {
  Object.defineProperty(document, 'hidden', { value: true });
  window.requestAnimationFrame = () => 0;
}

test('the call moves into a small window and back', async ({ host, guest }) => {
  await guest.addInitScript(pretendGpu);
  await startCall(host, guest);
  const canvas = sphere(guest).locator('canvas');
  await canvas.evaluate((element) => element.setAttribute('data-before', ''));
  const seen = async (page: Page) => patchOf(await colourInTheMiddle(page));
  await expect.poll(() => seen(guest)).toBe('front');

  const first = await openSmall(guest);
  await expect(guest.getByText('The call is in the small window.')).toBeVisible();
  await first.close();
  await expect(canvas).toHaveAttribute('data-before');
  await expect.poll(() => seen(guest)).toBe('front');

  const small = await openSmall(guest);
  await guest.evaluate(hideTab);
  await expect(sphere(small).locator('canvas')).toHaveAttribute('data-before');
  const before = await pictureOf(small);
  await expect.poll(() => pictureOf(small)).not.toBe(before);
  await sphere(small).focus();
  for (let turn = 0; turn < 9; turn++) await small.keyboard.press('ArrowRight');
  await expect.poll(() => seen(small)).toBe('right');

  await small.getByRole('button', { name: 'Mute' }).click();
  await expect(host.getByText('Your guest is muted')).toBeVisible();
  const closed = small.waitForEvent('close');
  await small.getByRole('button', { name: 'Leave' }).click();
  await closed;
  await expect(host.getByText('The other person left the call.')).toBeVisible();
});
