import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { payoutAccount, user } from '#db/schema/index.ts';
import { expect, expectAccessible, hydrated, signUp, test } from './site.ts';

/** Fills in the sandbox's Checkout. */
async function giveCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Month').fill('12');
  await page.getByLabel('Year').fill('2035');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name').fill('Ana');
  await page.getByRole('button').click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('a payer saves a card at Stripe, and removes it', async ({ page, site }) => {
      const me = await signUp(page, site);
      await site.db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, me.id));
      await page.goto('/personal/payment');
      if (javaScriptEnabled) await hydrated(page);
      await expect(page.getByText('Test payments: no money moves')).toBeVisible();
      await expect(page.getByText('No cards yet.')).toBeVisible();
      await page.getByRole('button', { name: 'Add a card' }).click();
      if (!javaScriptEnabled) await page.getByRole('link', { name: "Open Stripe's page" }).click();
      await expect(page.getByText('Test payments: no money moves')).toBeVisible();
      await giveCard(page);

      await expect(page).toHaveURL(/\/personal\/payment/);
      await expect(page.getByText('Visa ending in 4242')).toBeVisible();
      await expect(page.getByText('Expires 12/2035')).toBeVisible();
      if (javaScriptEnabled) {
        await hydrated(page);
        await expectAccessible(page);
      }
      await page.getByLabel('Remove Visa ending in 4242').click();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(page.getByText('No cards yet.')).toBeVisible();
    });
  });
}

test('a streamer connects with Stripe, adds missing details, and is ready', async ({ page, site }) => {
  const me = await signUp(page, site, ['PRODUCER']);
  await site.db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, me.id));
  await page.goto('/es/personal/payout');
  await hydrated(page);
  await expect(page.getByText('No conectada')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('País').selectOption({ label: 'España' });
  await page.getByRole('button', { name: 'Conectar con Stripe' }).click();
  await page.waitForURL(/onboarding/);
  await page.locator('input[value=some]').check();
  await page.locator('input[name=name]').fill('Ana');
  await page.getByRole('button').click();

  await expect(page.getByText('Stripe necesita 1 dato tuyo.')).toBeVisible();
  await hydrated(page);
  await page.getByRole('button', { name: 'Seguir en Stripe' }).click();
  await page.waitForURL(/onboarding/);
  await page.locator('input[value=all]').check();
  await page.getByRole('button').click();
  await expect(page.getByText('Lista para cobrar')).toBeVisible();
  await expect(page.getByText('Conectada', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const [row] = await site.db.select().from(payoutAccount).where(eq(payoutAccount.userId, me.id));
  expect(row).toMatchObject({ country: 'ES', transfers: 'active', payouts: 'active' });
});
