import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { sphere, startCall, test } from '../support/people.ts';

const panel = (page: Page, name = 'Messages') => page.getByRole('region', { name });
const said = (page: Page) => panel(page).getByRole('listitem');

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

test('messages between the two people of a call', async ({ host, guest }) => {
  await startCall(host, guest);

  await test.step('are shown over the picture, counted, and announced', async () => {
    await guest.getByRole('button', { name: 'Messages' }).click();
    await say(guest, 'Look at https://example.org/map <b>now</b>');
    const preview = host.getByRole('status').filter({ hasText: 'Look at' });
    await expect(preview).toHaveText('New message: Guest: Look at https://example.org/map <b>now</b>');
    await expect(host.getByRole('button', { name: 'Messages: 1 new' })).toBeVisible();
    await expect(said(guest).getByRole('img', { name: 'Delivered' })).toBeVisible();
    // Not like captions: it names its author, and opens the messages.
    await expect(preview.getByText('Guest', { exact: true })).toBeVisible();
    await preview.getByRole('button').click();
    await expect(preview).toBeHidden();
    await expect(host.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();
  });

  await test.step('have links that tell other sites nothing', async () => {
    const link = said(host).getByRole('link');
    await expect(link).toHaveText('https://example.org/map');
    await expect(link).toHaveAttribute('rel', /\bnoopener noreferrer\b/);
    await expect(link).toHaveAttribute('target', '_blank');
    await expectAccessible(host, { targetSize: false });
  });

  await test.step('are sent by Enter, with line breaks and emoji; a text that is too long is kept', async () => {
    const field = host.getByLabel('Message', { exact: true });
    await field.fill('x'.repeat(2_003));
    await expect(panel(host).getByRole('alert')).toHaveText('3 characters too long');
    await field.press('Enter');
    await expect(field).toHaveValue('x'.repeat(2_003));
    await field.fill('one');
    await field.press('Shift+Enter');
    await field.pressSequentially('two');
    await panel(host).getByRole('button', { name: 'Emoji' }).click();
    // The list takes the focus once it is rendered.
    await expect(host.getByRole('button', { name: '😀' })).toBeFocused();
    await host.getByRole('button', { name: '👍' }).click();
    await host.keyboard.press('Escape');
    await expect(host.getByRole('button', { name: '👍' })).toBeHidden();
    await field.press('Enter');
    await expect(said(guest).nth(1)).toContainText('one\ntwo👍');
    const names = (page: Page) => panel(page).getByText(/^(You|Host|Guest): $/);
    await expect(names(guest)).toHaveText(['You: ', 'Host: ']);
    await expect(names(host)).toHaveText(['Guest: ', 'You: ']);
  });

  await test.step('are still there after a reload, with those sent meanwhile', async () => {
    await guest.goto('about:blank');
    await say(host, 'Back soon?');
    await expect(said(host).last().getByRole('img', { name: 'Not delivered yet' })).toBeVisible();
    await guest.goBack();
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    await guest.getByRole('button', { name: /^Messages/ }).click();
    await expect(said(guest)).toHaveCount(3, { timeout: 20_000 });
    await expect(said(guest).last()).toContainText('Back soon?');
    await expect(said(host).last().getByRole('img', { name: 'Delivered' })).toBeVisible();
  });

  await test.step('close with Escape, which returns the focus, and keeps what was typed', async () => {
    await guest.getByLabel('Message', { exact: true }).fill('unfinished');
    await guest.keyboard.press('Escape');
    await expect(panel(guest)).toBeHidden();
    await expect(guest.getByRole('button', { name: 'Messages', exact: true })).toBeFocused();
    await guest.keyboard.press('Enter');
    await expect(guest.getByLabel('Message', { exact: true })).toHaveValue('unfinished');
  });

  await test.step('are deleted after the call', async () => {
    await guest.getByRole('button', { name: 'Leave' }).click();
    for (const page of [guest, host]) {
      await expect(page.getByRole('heading', { name: 'Call ended' })).toBeVisible();
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('example.org');
    }
  });
});
