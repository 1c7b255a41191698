import { SAMPLES } from '#tests/support/contract/samples.ts';
import { expect, expectAccessible, hydrated, refusingTest, signUp, test } from '../people/site.ts';

const UUID = /[\da-f]{8}-[\da-f]{4}/;

test('the sections are beside the page, in groups, with what waits', async ({ page, site }) => {
  const { id } = await signUp(page, site, ['ADMIN']);
  await SAMPLES.inquiry.make(site.db, id);
  await page.goto('/admin/city');
  const sections = page.getByRole('navigation', { name: 'Administration sections' });
  for (const name of ['Users', 'Testing']) {
    await sections.getByRole('link', { name }).scrollIntoViewIfNeeded();
    await expect(sections.getByRole('link', { name })).toBeInViewport();
  }
  await expect(sections.getByRole('list', { name: 'Money' }).getByRole('link')).toHaveText([
    /^Payments/,
    /^Disputes/,
  ]);
  await expect(sections.getByRole('link', { name: /^Inquiries \d+ waiting$/ })).toBeVisible();
  await expect(sections.getByRole('link', { name: 'Cities' })).toHaveAttribute('aria-current', 'page');
  await expect(sections.getByRole('link', { name: 'Overview' })).not.toHaveAttribute('aria-current');
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'on a phone' : 'on a phone, without JavaScript,', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 800 } });

    test('the sections are behind a button', async ({ page, site }) => {
      await signUp(page, site, ['ADMIN']);
      await page.goto('/es/admin/user');
      const cities = page.getByRole('link', { name: 'Ciudades' });
      if (javaScriptEnabled) {
        await hydrated(page);
        await expect(cities).toBeHidden();
        await page.getByRole('button', { name: /Usuarios/ }).click();
        await expectAccessible(page);
      }
      await cities.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ciudades');
      if (javaScriptEnabled) await expect(cities).toBeHidden();
    });
  });
}

refusingTest('a user’s page has their bookings, one of which is cancelled there', async ({ page, site }) => {
  const { id, username } = await signUp(page, site, ['ADMIN']);
  const bookings = [await SAMPLES.booking.make(site.db, id), await SAMPLES.booking.make(site.db, id)];
  await page.goto(`/admin/user/${id}`);
  await hydrated(page);
  const title = page.getByRole('heading', { level: 2, name: 'Bookings' });
  const section = page.locator('section').filter({ has: title });
  await expect(section.getByRole('rowheader')).toHaveCount(2);
  const [first] = await section.getByText(`Cancel the booking of ${username} with`).all();
  await first?.click();
  const reason = section.getByLabel('Reason', { exact: true }).first();
  const cancel = section.getByRole('button', { name: 'Cancel booking' }).first();
  await cancel.click();
  await expect(section.getByText('Say why')).toBeVisible();
  await expect(reason).toBeFocused();
  await expectAccessible(page);
  await reason.fill('The place is closed on that day.');
  await cancel.click();
  await expect(page.getByText('Booking cancelled.')).toBeVisible();
  await expect(page).toHaveURL(`/admin/user/${id}`);
  await expect(section.getByRole('cell', { name: 'Cancelled' })).toHaveCount(1);

  await section.getByRole('link', { name: 'Bookings made' }).click();
  await expect(page).toHaveURL(`/admin/booking?consumerId=${username}`);
  await expect(page.getByText('2 rows')).toBeVisible();
  await page.goto(`/admin/booking/${bookings[0]}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(new RegExp(`^${username} with \\S+, `));
  await expect(page).not.toHaveTitle(UUID);
  // A payment's page leads to its booking by name.
  const payments = await page.request.get(`/api/payment?bookingId=${bookings[1]}`);
  const { entities } = await payments.json();
  await page.goto(`/admin/payment/${entities[0].id}`);
  await page.getByRole('link', { name: `${username} with` }).click();
  await expect(page).toHaveURL(`/admin/booking/${bookings[1]}`);

  // The audit trail names what was cancelled.
  await page.goto(`/admin/audit?actorId=${username}&action=CANCEL`);
  await page.getByRole('link', { name: `${username} with` }).click();
  await expect(heading).toHaveText(new RegExp(`^${username} with `));
});

test('users are narrowed down by role and suspension', async ({ page, site }) => {
  const { username } = await signUp(page, site, ['ADMIN']);
  await page.goto(`/admin/user?q=${username}`);
  await page.getByText('Filters').click();
  await page.getByLabel('Role', { exact: true }).selectOption('ADMIN');
  await page.getByLabel('Suspended').selectOption('no');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(`/admin/user?q=${username}&rolename=ADMIN&suspendedAt=no`);
  await expect(page.getByRole('rowheader')).toHaveText([username]);
  // The URL changes before the page fades over, with new fields.
  const sorting = page.getByRole('columnheader').getByRole('link').first();
  await expect(sorting).toHaveAttribute('href', /rolename=ADMIN/);
  await page.getByLabel('Role', { exact: true }).selectOption('PRODUCER');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
});
