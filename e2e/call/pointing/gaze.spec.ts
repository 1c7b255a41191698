import type { Page } from '@playwright/test';
import { expectEyes, giveHeadset, turnHead } from '../../support/headset.ts';
import { expect } from '../../support/test.ts';
import { chooseView, openMore } from '../support/controls.ts';
import { sphere, startCall, test } from '../support/people.ts';

const frame = (page: Page) => page.getByRole('img', { name: 'What the other person sees' });

/** The centre of the frame on the map, as fractions of the map's width and height. */
async function middleOfFrame(page: Page): Promise<[number, number]> {
  return frame(page).evaluate((svg: SVGSVGElement) => {
    const map = svg.getBoundingClientRect();
    const middles = [...svg.querySelectorAll('path')].map((path) => {
      const { left, right, top, bottom } = path.getBoundingClientRect();
      const part = ((left + right) / 2 - map.left) / map.width;
      return [part, ((top + bottom) / 2 - map.top) / map.height] as [number, number];
    });
    return middles.find(([part]) => part > 0 && part <= 1) ?? [Number.NaN, Number.NaN];
  });
}

async function expectFrameAt(page: Page, right: number, down: number): Promise<void> {
  const away = async () => {
    const [x, y] = await middleOfFrame(page);
    return Math.hypot(x - right, y - down);
  };
  await expect.poll(away).toBeLessThan(0.03);
}

test('the host sees where the guest looks, unless the guest turns that off', async ({ host, guest }) => {
  await startCall(host, guest);

  await test.step('as a frame on the map of the host’s camera', async () => {
    await expectFrameAt(host, 0.5, 0.5);
    await expect(host.getByText('They look')).toBeHidden();
    await sphere(guest).focus();
    for (let turn = 0; turn < 9; turn++) await guest.keyboard.press('ArrowRight');
    await expectFrameAt(host, 0.75, 0.5);
  });

  await test.step('as an arrow at the edge of the view', async () => {
    await expect(host.getByText('They look 90° to the right')).toBeVisible();
    for (let turn = 0; turn < 18; turn++) await guest.keyboard.press('ArrowLeft');
    await expect(host.getByText('They look 90° to the left')).toBeVisible();
    await expectFrameAt(host, 0.25, 0.5);
  });

  await test.step('not while the guest sees the whole sphere', async () => {
    await chooseView(guest, 'Map');
    await expect(frame(host)).toBeHidden();
    await chooseView(guest, 'Sphere');
    await expect(frame(host)).toBeVisible();
  });

  await test.step('until the guest turns it off', async () => {
    await openMore(guest, 'Guide');
    const choice = guest.getByLabel('Show the other person where I look');
    await choice.uncheck();
    await expect(frame(host)).toBeHidden();
    await choice.check();
    await expect(frame(host)).toBeVisible();
    await choice.uncheck();
    await guest.reload();
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    await openMore(guest, 'Guide');
    await expect(choice).not.toBeChecked();
    await choice.check();
    await expect(frame(host)).toBeVisible({ timeout: 20_000 });
  });

  await test.step('until the guest is gone', async () => {
    await guest.goto('about:blank');
    await expect(frame(host)).toBeHidden();
  });
});

test('the host sees where a guest in a headset looks', async ({ host, guest }) => {
  await giveHeadset(guest);
  await startCall(host, guest);
  await chooseView(guest, 'VR');
  await expect(guest.getByText('The picture is in your headset.')).toBeAttached();
  await expectEyes(guest, 'front');
  await turnHead(guest, { yaw: 90 });
  await expectFrameAt(host, 0.75, 0.5);
  await turnHead(guest, { yaw: 90, pitch: 30 });
  await expect.poll(async () => (await middleOfFrame(host))[1]).toBeLessThan(0.4);
});
