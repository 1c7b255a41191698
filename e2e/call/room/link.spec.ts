import type { Page } from '@playwright/test';
import { unique } from '#tests/support/people/people.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { signUp } from '../support/booked.ts';
import { sphere, test } from '../support/people.ts';

async function letCall(page: Page, who: string): Promise<void> {
  await page.goto('/personal/account#free-calls');
  await page.getByLabel('Who may call').selectOption({ label: who });
  await page.locator('#free-calls').getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('#free-calls').getByText('Saved.')).toBeVisible();
}

test('somebody without an account calls a person by their link, who answers on any page', async ({
  host,
  guest,
}) => {
  const name = unique('ana');
  await signUp(host, name);
  await test.step('nobody may call at first', async () => {
    expect((await guest.request.get(`/call/${name}`)).status()).toBe(404);
    await letCall(host, 'Everyone');
    await expectAccessible(host);
    await expect(host.getByRole('link', { name: `/call/${name}` })).toBeVisible();
  });

  await test.step('it rings, and is declined', async () => {
    await host.goto('/es/help');
    await guest.goto(`/call/${name}`);
    await expectAccessible(guest);
    await guest.getByLabel('Your name (optional)').fill('Ben');
    await guest.getByRole('button', { name: `Call ${name}` }).click();
    await expect(guest.getByRole('heading', { name: `Waiting for ${name}…` })).toBeVisible();
    await expectAccessible(guest);
    await expect(host.getByText('Llamada entrante de “Ben”', { exact: true })).toBeVisible();
    await host.getByRole('button', { name: 'Rechazar', exact: true }).click();
    await expect(guest.getByRole('heading', { name: `${name} declined` })).toBeVisible();
    await expect(guest.getByRole('link', { name: 'Other streamers' })).toBeHidden();
  });

  await test.step('it is accepted, and both are in the call', async () => {
    await guest.goto(`/call/${name}`);
    await guest.getByRole('button', { name: `Call ${name}` }).click();
    await expect(host.getByText('Llamada entrante de alguien', { exact: true })).toBeVisible();
    await host.getByRole('button', { name: 'Aceptar', exact: true }).click();
    await expect(host).toHaveURL(/\/es\/room\/host\/\w{9}/);
    await expect(guest).toHaveURL(/\/room\/guest\/\w{9}/);
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    await expect(host.getByRole('toolbar', { name: 'Controles de la llamada' })).toBeVisible({
      timeout: 30_000,
    });
  });
});
