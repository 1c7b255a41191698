import { expect } from '@playwright/test';
import { expectAccessible } from '../../support/accessible.ts';
import { openMore } from '../support/controls.ts';
import { launchWithFilm, sphere, startCall, test, withPage } from '../support/people.ts';
import { colourInTheMiddle, patchOf } from '../support/picture.ts';

/** Circles so far off centre that directions, uncorrected, are off by more than a patch's radius of 14°. */
const CIRCLES = {
  back: { x: 0.28, y: 0.55, rx: 0.2, ry: 0.4 },
  front: { x: 0.722, y: 0.436, rx: 0.205, ry: 0.41 },
};

test.use({ viewport: { width: 960, height: 800 } });
// Directions are looked at one after another, on the CPU.
test.setTimeout(180_000);

test("a dual fisheye camera's circles are found, and adjusted by hand", async ({ guest, person }) => {
  const browser = await launchWithFilm({
    projection: 'dual-fisheye',
    width: 1280,
    height: 640,
    circles: CIRCLES,
  });
  await withPage(await browser.newContext(person), async (host) => {
    await startCall(host, guest);
    const seen = () => colourInTheMiddle(guest).then(patchOf);
    const turn = async (key: string, quarters: number) => {
      await sphere(guest).focus();
      for (let press = 0; press < 9 * quarters; press++) await guest.keyboard.press(key);
    };
    await openMore(host, 'Camera and microphone');
    await host.getByLabel('Video format').selectOption('dual-fisheye');
    await host.getByRole('button', { name: 'Set the picture right…' }).click();
    const dialog = host.getByRole('dialog', { name: 'Set the picture right' });
    const find = dialog.getByRole('button', { name: 'Find automatically' });
    await find.click();
    await expect(dialog.getByRole('status')).toHaveText('Both circles found.');
    for (const name of ['front', 'right', 'back', 'left', 'front']) {
      await expect.poll(seen, { message: name }).toBe(name);
      await turn('ArrowRight', 1);
    }
    await guest.keyboard.press('Home');
    await turn('ArrowUp', 1);
    await expect.poll(seen).toBe('up');
    await turn('ArrowDown', 2);
    await expect.poll(seen).toBe('down');
    await guest.keyboard.press('Home');
    await expect.poll(seen).toBe('front');

    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(seen).not.toBe('front');
    await dialog.getByText('Fine adjustment').click();
    const right = dialog.getByRole('group', { name: 'Right circle' });
    await expect(right.getByLabel('X (%)')).toHaveValue('75');
    await expectAccessible(host);

    // By hand: the centre is dragged, then moved with keys; the radius is typed.
    const middle = dialog.getByRole('button', { name: 'Right circle: centre' });
    await middle.hover();
    const { x = 0, y = 0, width = 0, height = 0 } = (await middle.boundingBox()) ?? {};
    await host.mouse.down();
    await host.mouse.move(x + width / 2 - 10, y + height / 2 - 14, { steps: 4 });
    await host.mouse.up();
    await expect(right.getByLabel('X (%)')).not.toHaveValue('75');
    await right.getByLabel('X (%)').fill('72');
    await middle.press('ArrowRight');
    await middle.press('Shift+ArrowDown');
    await middle.press('Shift+ArrowUp');
    await expect(right.getByLabel('X (%)')).toHaveValue('72.1');
    await right.getByLabel('Y (%)').fill('43.6');
    await right.getByLabel('Radius (%)').fill('20.5');
    await expect.poll(seen).toBe('front');
    await dialog.getByLabel('Field of view of each lens: 190°').press('Home');
    await expect(dialog.getByLabel('Blend along the seam: 0°')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();

    // Cancelled: the guest sees the change, and then the picture as it was.
    await host.getByRole('button', { name: 'Set the picture right…' }).click();
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(seen).not.toBe('front');
    await host.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect.poll(seen).toBe('front');

    await host.reload();
    await openMore(host, 'Camera and microphone');
    await host.getByRole('button', { name: 'Set the picture right…' }).click();
    await dialog.getByText('Fine adjustment').click();
    await expect(right.getByLabel('Radius (%)')).toHaveValue('20.5');
    await expect(dialog.getByLabel('Field of view of each lens: 180°')).toBeVisible();
    await expect.poll(seen).toBe('front');
  });
  await browser.close();
});
