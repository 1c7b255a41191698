import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { sphere, startCall, test, withPage } from '../support/people.ts';

/** The names of the controls on the picture. */
async function controls(page: Page): Promise<string[]> {
  // They fade when nobody moves.
  await page.mouse.move(200, 100);
  const all = page.locator('[data-room]').locator('button, [role=group][tabindex]');
  return all
    .filter({ visible: true })
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility({ opacityProperty: true }))
        .map((element) => (element.ariaLabel ?? element.textContent ?? '').replace(/[.:].*/, '')),
    );
}

test('the guest has few controls beside the picture, the rest in groups', async ({ host, guest }) => {
  await startCall(host, guest);
  expect(await controls(guest)).toEqual([
    'You',
    'View',
    'Mute',
    'Turn camera off',
    'Share screen',
    'Messages',
    'More',
    'Leave',
  ]);
  await test.step('the rest is in five groups', async () => {
    await guest.getByRole('button', { name: 'More', exact: true }).click();
    const panel = guest.getByRole('dialog', { name: 'More' });
    await expect(panel.getByRole('button')).toHaveText([
      'Camera and microphone',
      'Capture',
      'Guide',
      'Accessibility',
      'Connection',
      'Español',
      'Small window over others',
      'Full screen',
    ]);
    await expectAccessible(guest, { targetSize: false });
    await guest.keyboard.press('Escape');
    for (const group of [
      'Camera and microphone',
      'Capture',
      'Guide',
      'Accessibility',
      'Connection',
    ] as const) {
      await openMore(guest, group);
      await expect(panel.getByRole('button', { name: 'Back to More' })).toBeFocused();
      await expectAccessible(guest, { targetSize: false });
      await panel.getByRole('button', { name: 'Back to More' }).press('Enter');
      await expect(panel.getByRole('button', { name: group })).toBeVisible();
      await guest.keyboard.press('Escape');
    }
  });

  await test.step('tooltips name the shortcut', async () => {
    await expect(guest.getByRole('button', { name: 'Mute' })).toHaveAttribute('title', 'Mute (M)');
  });

  await test.step('zoom and facing the front are under the compass', async () => {
    await guest.getByRole('button', { name: /^View/ }).click();
    const panel = guest.getByRole('dialog', { name: 'View' });
    await panel.getByRole('button', { name: 'Zoom in' }).click();
    await expectAccessible(guest, { targetSize: false });
    await guest.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });
});

for (const [name, viewport] of [
  ['portrait', { width: 390, height: 844 }],
  ['landscape', { width: 844, height: 390 }],
] as const) {
  test(`a phone in ${name} shows at most eight controls, none under the messages`, async ({
    host,
    guestBrowser,
    person,
  }) => {
    const phone = { ...person, viewport, hasTouch: true, isMobile: true };
    await withPage(await guestBrowser.newContext(phone), async (guest) => {
      await startCall(host, guest);
      await expect(guest.getByText('Drag to look around · hold to point')).toBeVisible();
      await expect(guest.getByRole('button', { name: 'Look around by moving your phone' })).toBeVisible();
      const shown = await controls(guest);
      expect(shown.length, shown.join()).toBeLessThanOrEqual(8);
      await expectAccessible(guest);

      await sphere(guest).tap();
      await guest.getByRole('button', { name: 'Messages' }).tap();
      const chat = await guest.getByRole('region', { name: 'Messages' }).boundingBox();
      const covered = await guest.evaluate(
        ({ x, y, width, height }) =>
          [...document.querySelectorAll('[data-room] button')].filter((button) => {
            if (button.closest('section')) return false;
            const { left, top, right, bottom } = button.getBoundingClientRect();
            return right > x && left < x + width && bottom > y && top < y + height;
          }).length,
        chat ?? { x: 0, y: 0, width: 0, height: 0 },
      );
      expect(covered).toBe(0);
    });
  });
}

test('a person who speaks while muted is told', async ({ host, guest }) => {
  await startCall(host, guest);
  // Chromium's fake microphone beeps.
  await guest.getByRole('button', { name: 'Mute' }).click();
  await expect(guest.getByRole('status').filter({ hasText: 'you are muted' })).toBeVisible();
  await guest.getByRole('button', { name: 'Mute' }).click();
  await expect(guest.getByRole('status').filter({ hasText: 'you are muted' })).toBeHidden();
});

test('muting works where the browser cannot read the microphone', async ({ host, guest }) => {
  // As Firefox at another rate than the speaker's.
  await guest.addInitScript(() => {
    AudioContext.prototype.createMediaStreamSource = () => {
      throw new DOMException('Different sample rates', 'NotSupportedError');
    };
  });
  await startCall(host, guest);
  await guest.getByRole('button', { name: 'Mute' }).click();
  await expect(host.getByText('Your guest is muted')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'true');
  await expect(sphere(guest)).toBeVisible();
});

test('the first call on a device says how to look around, until the view is turned', async ({
  host,
  guest,
}) => {
  await startCall(host, guest);
  const hint = guest.getByText('Drag to look around · double-click to point');
  await expect(hint).toBeVisible();
  await expect(host.getByText('Drag to look around')).toBeHidden();
  await sphere(guest).press('ArrowRight');
  await sphere(guest).press('ArrowRight');
  await expect(hint).toBeHidden();
  await guest.reload();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expect(guest.getByRole('toolbar', { name: 'Call controls' })).toBeVisible();
  await expect(hint).toBeHidden();
});

test('a host whose guest has no camera sees their own sphere large, with what the guest sees', async ({
  host,
  guest,
}) => {
  await startCall(host, guest);
  const tile = host.getByRole('group', { name: 'You', exact: false });
  await expect(tile).toHaveAttribute('data-large', 'false');
  await guest.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(tile).toHaveAttribute('data-large', 'true');
  await expect(tile.getByRole('img', { name: 'What the other person sees' })).toBeVisible();
  await expectAccessible(host, { targetSize: false });
  await test.step('and can make it small, or large at any time', async () => {
    await tile.getByRole('button', { name: 'Make your picture small' }).click();
    await expect(tile).toHaveAttribute('data-large', 'false');
    await guest.getByRole('button', { name: 'Turn camera off' }).click();
    await tile.press('Enter');
    await expect(tile).toHaveAttribute('data-large', 'true');
    await tile.press('Escape');
    await expect(tile).toHaveAttribute('data-large', 'false');
  });
  await test.step('the controls stay while there is no picture', async () => {
    await guest.getByRole('button', { name: 'Turn camera off' }).click();
    await expect(host.getByText('Your guest has their camera off')).toBeAttached();
    await expect(host.getByRole('toolbar')).toHaveAttribute('data-faded', 'false');
  });
});
