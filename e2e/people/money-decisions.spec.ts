import { eq } from 'drizzle-orm';
import { dispute, payment, user } from '#db/schema/index.ts';
import { SAMPLES } from '#tests/support/contract/samples.ts';
import { makeUser } from '#tests/support/people/people.ts';
import { expect, expectAccessible, hydrated, refusingTest, signUp, test } from './site.ts';

refusingTest('an administrator answers a dispute, once', async ({ page, site }) => {
  const { id: payerId } = await signUp(page, site, ['ADMIN']);
  const id = await SAMPLES.dispute.make(site.db, payerId);
  await page.goto(`/admin/dispute/${id}`);
  await hydrated(page);
  await expect(page.getByText('Cancelled late by the customer')).toBeVisible();
  await expectAccessible(page);
  const send = page.getByRole('button', { name: 'Send answer' });
  await send.click();
  await expect(page.getByText('Write an answer')).toBeVisible();
  await page.getByLabel('Your answer').fill('They had agreed to the terms.');
  await send.click();
  await expect(page.getByText('The answer is being sent.')).toBeVisible();
  await expect(send).toBeHidden();
  await expectAccessible(page);
  const [row] = await site.db.select().from(dispute).where(eq(dispute.id, id));
  expect(row?.evidence).toMatchObject({ text: 'They had agreed to the terms.' });
});

test('an administrator decides a suspended streamer’s charge', async ({ page, site }) => {
  const { id: payerId } = await signUp(page, site, ['ADMIN']);
  const payeeId = await makeUser(site.db);
  const id = await SAMPLES.payment.make(site.db, payerId);
  const until = new Date(Date.now() + 48 * 3_600_000);
  await site.db
    .update(payment)
    .set({ payeeId, status: 'HELD', toCapture: 15_000, captureAt: until, captureBefore: until })
    .where(eq(payment.id, id));
  const suspended = { suspendedAt: new Date(), suspensionReason: 'Advertisements.' };
  await site.db.update(user).set(suspended).where(eq(user.id, payeeId));
  await page.goto('/admin');
  await hydrated(page);
  await page.getByRole('link', { name: '€150.00 for a suspended streamer' }).click();
  await expect(page.getByRole('heading', { name: 'Streamer suspended' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Charge nothing' }).click();
  await expect(page.getByText('Decided.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay out' })).toBeHidden();
  const [row] = await site.db.select().from(payment).where(eq(payment.id, id));
  expect(row?.status).toMatch(/^RELEAS/);
});
