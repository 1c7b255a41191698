import { eq } from 'drizzle-orm';
import { payment, refund } from '#db/schema/index.ts';
import { SAMPLES } from '#tests/support/contract/samples.ts';
import { expect, expectAccessible, hydrated, refusingTest, signUp } from './site.ts';

refusingTest('an administrator gives back a part of a payment', async ({ page, site }) => {
  const { id: payerId, username } = await signUp(page, site, ['ADMIN']);
  const id = await SAMPLES.payment.make(site.db, payerId);
  await site.db
    .update(payment)
    .set({ status: 'CAPTURED', captured: 15_000, fee: 2_250 })
    .where(eq(payment.id, id));
  await page.goto('/admin/payment');
  await hydrated(page);
  await expect(page.getByRole('link', { name: username })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/payment/${id}`);
  await hydrated(page);
  await expect(page.getByText('Nothing was refunded.')).toBeVisible();
  await expectAccessible(page);
  const amount = page.getByLabel('Amount in EUR');
  await amount.fill('150.01');
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Say why')).toBeVisible();
  await page.getByLabel('Reason').fill('The picture was dark.');
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Enter an amount of at most €150.00')).toBeVisible();
  await expect(amount).toBeFocused();
  await amount.fill('12,50');
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('The refund is under way.')).toBeVisible();
  await expect(page.getByText('The picture was dark.')).toBeVisible();
  await expect(page.getByText('€12.50').first()).toBeVisible();
  // The field is empty, so that a second press gives nothing.
  await expect(amount).toHaveValue('');
  const [row] = await site.db.select().from(payment).where(eq(payment.id, id));
  expect(row?.refunded).toBe(1_250);
  await page.goto('/personal/payment');
  await expect(page.getByText('€150.00')).toBeVisible();
  // The payer sees the reason, but not that of a failed refund.
  await page.goto(`/personal/booking/${row?.bookingId}`);
  const reason = page.getByText('Refunded because: The picture was dark.');
  await expect(page.getByText('€12.50 was refunded')).toBeVisible();
  await expect(reason).toBeVisible();
  await expectAccessible(page);
  await site.db.update(refund).set({ status: 'FAILED' }).where(eq(refund.paymentId, id));
  await page.reload();
  await expect(page.getByText('€12.50 was refunded')).toBeVisible();
  await expect(reason).toBeHidden();
});
