import { eq } from 'drizzle-orm';
import { payment, stream } from '#db/schema/index.ts';
import { makePerson } from '#tests/support/market/bookings.ts';
import { requestedCall } from '#tests/support/market/streams.ts';
import { expect, expectAccessible, hydrated, type PeopleSite, refusingTest, signUp } from './site.ts';

/** Inserts a call of ten minutes that is over and charged 10 EUR. */
async function paidCall({ db }: PeopleSite, people: { producerId: string; consumerId: string }) {
  const ms = 600_000;
  const counted = { offeredMs: ms, attendedMs: ms, deliveredMs: ms, endedAt: new Date(), charge: 1_000 };
  const call = await requestedCall(db, people, counted);
  await db
    .update(payment)
    .set({ status: 'CAPTURED', toCapture: 1_000, captured: 1_000, fee: 150 })
    .where(eq(payment.requestId, call.requestId));
  return call;
}

refusingTest(
  'the payer of a call complains, its streamer answers, and an administrator decides',
  async ({ page, site }) => {
    // One account plays all three roles, one after the other.
    const { id } = await signUp(page, site, ['ADMIN']);
    const other = await makePerson(site.db);
    const { streamId, requestId } = await paidCall(site, { producerId: other.id, consumerId: id });
    await page.goto(`/personal/stream/${streamId}`);
    await hydrated(page);
    await page.getByText('Complain', { exact: true }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send complaint' }).click();
    await expect(page.getByText('Choose what was wrong')).toBeVisible();
    await expect(page.getByText('Say what happened')).toBeVisible();
    await expect(page.getByText('Enter an amount from 0 to €10.00')).toBeVisible();
    await expect(page.getByLabel('What was wrong')).toBeFocused();
    await page.getByLabel('What was wrong').selectOption('NO_PICTURE');
    await page.getByLabel('What happened').fill('It was black.\nAll the time.');
    await page.getByLabel('How much you want back').fill('10.01');
    await page.getByRole('button', { name: 'Send complaint' }).click();
    await expect(page.getByText('Enter an amount from 0 to €10.00')).toBeVisible();
    await page.getByLabel('How much you want back').fill('6,50');
    await page.getByRole('button', { name: 'Send complaint' }).click();
    await expect(page.getByText('Sent. Both of you are told')).toBeVisible();
    await expect(page.getByText('The streamer has not answered yet.')).toBeVisible();
    await expect(page.getByText('€6.50')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send complaint' })).toBeHidden();
    await expectAccessible(page);

    await site.db.update(stream).set({ producerId: id, consumerId: other.id }).where(eq(stream.id, streamId));
    await page.goto('/personal/notification');
    await page.goto(`/es/personal/stream/${streamId}`);
    await hydrated(page);
    await expect(page.getByText('La otra persona reclama')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Cuánto devuelves').fill('7');
    await page.getByRole('button', { name: 'Enviar respuesta' }).click();
    await expect(page.getByText('Cuenta qué pasó')).toBeVisible();
    await page.getByLabel('Tu respuesta').fill('Era de noche.');
    await page.getByRole('button', { name: 'Enviar respuesta' }).click();
    await expect(page.getByText('Escribe un importe de 0 a 6,50')).toBeVisible();
    await page.getByLabel('Cuánto devuelves').fill('2');
    await page.getByRole('button', { name: 'Enviar respuesta' }).click();
    await expect(page.getByText('Has respondido. Decidiremos nosotros.')).toBeVisible();

    // The administrator must not be one of the call's people.
    const third = await makePerson(site.db);
    const people = { producerId: third.id, consumerId: other.id };
    await site.db.update(stream).set(people).where(eq(stream.id, streamId));
    await page.goto('/admin');
    await page.getByRole('link', { name: 'complaint to be answered or decided' }).click();
    await expect(page.getByRole('heading', { name: 'Complaints' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeHidden();
    await hydrated(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: /\d/ }).and(page.locator('td a, th a')).first().click();
    await expect(page.getByRole('heading', { name: 'The call' })).toBeVisible();
    await expect(page.getByText('€10.00 charged, €2.00 refunded')).toBeVisible();
    await expect(page.getByText('Era de noche.')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Given back in all, in EUR').fill('1');
    await page.getByRole('button', { name: 'Decide' }).click();
    await expect(page.getByText('Say why')).toBeVisible();
    await page.getByLabel('Reason').fill('It was black.');
    await page.getByRole('button', { name: 'Decide' }).click();
    await expect(page.getByText('Enter an amount from €2.00 to €10.00')).toBeVisible();
    await page.getByLabel('Given back in all, in EUR').fill('5');
    await page.getByRole('button', { name: 'Decide' }).click();
    await expect(page.getByText('Decided. Both people are told.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Decide' })).toBeHidden();
    await expect(page.getByText('€10.00 charged, €5.00 refunded')).toBeVisible();
    const [paid] = await site.db.select().from(payment).where(eq(payment.requestId, requestId));
    expect(paid?.refunded).toBe(500);
    await page.goto('/admin');
    await hydrated(page);
    await expect(page.getByRole('link', { name: 'to be answered or decided' })).toBeHidden();
  },
);
