import type { Page } from '@playwright/test';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { expectNotice, hearNotices } from '../support/notices.ts';
import { sphere, startCall, test } from '../support/people.ts';

const RAISED = 'The other person raised their hand';

/** Records whether tones were played. */
function hearTones(): void {
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    document.documentElement.dataset.tones = 'true';
    start.apply(this, when);
  };
}

const tones = (page: Page) => page.evaluate(() => document.documentElement.dataset.tones);

test('keyboard shortcuts act only in a call', async ({ host, guest }) => {
  await startCall(host, guest);
  await hearNotices(guest);
  const muted = host.getByText('Your guest is muted');
  const camera = guest.getByRole('button', { name: 'Turn camera off', includeHidden: true });

  await test.step('over the picture', async () => {
    await sphere(guest).focus();
    await guest.keyboard.press('m');
    await expect(muted).toBeVisible();
    await expectNotice(guest, 'You are muted');
    await guest.keyboard.press('m');
    await expect(muted).toBeHidden();
    await guest.keyboard.press('g');
    const view = guest.getByRole('button', { name: 'View', exact: true });
    await expect(view).toBeVisible();
    await guest.keyboard.press('g');
    await expect(view).toBeHidden();
    const forward = guest.getByRole('button', { name: /^View. Looking 0° away/ });
    await sphere(guest).focus();
    await guest.keyboard.press('ArrowRight');
    await guest.keyboard.press('ArrowRight');
    await expect(forward).toBeHidden();
    await guest.keyboard.press('r');
    await expect(forward).toBeAttached();
  });

  await test.step('not in a field', async () => {
    await guest.keyboard.press('c');
    const field = guest.getByRole('textbox', { name: 'Message' });
    await field.fill('');
    await field.press('v');
    await expect(field).toHaveValue('v');
    await expect(camera).toHaveAttribute('aria-pressed', 'false');
    await field.press('Escape');
    await expect(field).toBeHidden();
  });

  await test.step('not under the list of shortcuts, where they can be switched off', async () => {
    await sphere(guest).focus();
    await guest.keyboard.press('?');
    const list = guest.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list.getByText('Turn camera off')).toBeVisible();
    await guest.keyboard.press('v');
    const choice = list.getByLabel('Use keyboard shortcuts');
    await choice.uncheck();
    await expect(camera).not.toHaveAttribute('aria-keyshortcuts');
    await guest.keyboard.press('Escape');
    await expect(sphere(guest)).toBeFocused();
    await guest.keyboard.press('v');
    await guest.keyboard.press('?');
    await (await openMore(guest, 'Accessibility'))
      .getByRole('button', { name: 'Keyboard shortcuts' })
      .click();
    await expect(choice).not.toBeChecked();
    await choice.check();
    await guest.keyboard.press('Escape');
    await expect(guest.getByRole('button', { name: 'More' })).toBeFocused();
    await expect(camera).toHaveAttribute('aria-pressed', 'false');
    await guest.keyboard.press('v');
    await expect(camera).toHaveAttribute('aria-pressed', 'true');
  });
});

test('the other side sees and hears a raised hand until it is lowered', async ({ host, guest }) => {
  for (const page of [host, guest]) await page.addInitScript(hearTones);
  await startCall(host, guest);
  await guest.keyboard.press('h');
  await expect(host.getByText(RAISED)).toBeVisible();
  await expect.poll(() => tones(host)).toBe('true');
  const own = guest.getByRole('img', { name: 'Your hand is raised' });
  await expect(own).toBeVisible();
  await expect(guest.getByText(RAISED)).toBeHidden();

  await host.reload();
  await expect(host.getByText(RAISED)).toBeVisible({ timeout: 20_000 });
  // The hand was already raised, so no tone is played.
  expect(await tones(host)).toBeUndefined();
  await guest.reload();
  await expect(own).toBeVisible({ timeout: 20_000 });

  const item = (await openMore(guest, 'Guide')).getByLabel('Raise hand');
  await expect(item).toBeChecked();
  await item.click();
  await expect(host.getByText(RAISED)).toBeHidden();
  await expect(own).toBeHidden();
  expect(await tones(guest)).toBeUndefined();
});
