import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { booking, payment, stream, user } from '#db/schema/index.ts';
import { PASSWORD } from '#tests/support/people/members.ts';
import { unique } from '#tests/support/people/people.ts';
import { linkIn, Mailbox } from '#tests/support/servers/mailbox.ts';
import { signInAsAdmin } from '../../admin/people.ts';
import { inDatabase } from '../../support/database.ts';
import { expect, hydrated } from '../../support/test.ts';
import { sphere, test, withPage } from '../support/people.ts';
import { colourInTheMiddle, patchOf } from '../support/picture.ts';
import { WORDS, type Words } from './story-words.ts';

const MINUTE_MS = 60_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1024, height: 640 };

/** Moves a booking of half an hour to have begun this many minutes ago. */
const begin = (id: string, minutesAgo: number) =>
  inDatabase((db) => {
    const startAt = new Date(Date.now() - minutesAgo * MINUTE_MS);
    const endAt = new Date(startAt.getTime() + 30 * MINUTE_MS);
    return db.update(booking).set({ startAt, endAt }).where(eq(booking.id, id));
  });

/** The delivered time on the meter, in seconds. */
async function delivered(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = (await page.getByTestId('delivered').innerText()).split(':').map(Number);
  return 60 * minutes + seconds;
}

const mailbox = () => new Mailbox(process.env.E2E_MAIL ?? '');
const address = (username: string) => `${username}@example.org`;

/** Signs up on the page of the log-in, confirms the address by the link in the email, and goes on where they were. */
async function signUp(page: Page, username: string, t: Words): Promise<void> {
  const form = page.locator('form', { has: page.getByLabel(t.email, { exact: true }) });
  await form.getByLabel(t.username).fill(username);
  await form.getByLabel(t.email, { exact: true }).fill(address(username));
  await form.getByLabel(t.password, { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: t.signUp, exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
  const here = page.url();
  const { path } = linkIn(await mailbox().waitFor(address(username), '/login/verify/'));
  await page.goto(path);
  await page.getByRole('button', { name: t.confirmAddress }).click();
  await expect(page).not.toHaveURL(/\/verify/);
  await page.goto(here);
}

for (const { own, streams, their, watches, ...details } of [
  { own: WORDS.en, streams: DESKTOP, their: WORDS.es, watches: PHONE, tag: '@smoke' },
  { own: WORDS.es, streams: PHONE, their: WORDS.en, watches: DESKTOP },
]) {
  const title = `from the home page to money, the streamer at ${own.home} on ${streams.width} px`;
  test(title, details, async ({ host, guest, hostBrowser, person }) => {
    test.slow();
    for (const page of [host, guest]) page.setDefaultTimeout(30_000);
    await host.setViewportSize(streams);
    await guest.setViewportSize(watches);
    const [ana, ben] = [unique('ana'), unique('ben')];

    await test.step('who wants to stream signs up and asks', async () => {
      await host.goto(own.home);
      await host.getByRole('banner').getByRole('link', { name: own.logIn }).click();
      await signUp(host, ana, own);
      await host.goto(own.home);
      await host.getByRole('link', { name: own.earn }).click();
      await host.getByRole('main').getByRole('button', { name: own.ask }).click();
      await expect(host.getByText(own.asked)).toBeVisible();
    });

    await test.step('an administrator is told, and accepts', async () => {
      await withPage(await hostBrowser.newContext({ ...person, viewport: DESKTOP }), async (admin) => {
        await signInAsAdmin(admin);
        await admin.goto('/admin');
        await hydrated(admin);
        await admin.getByRole('link', { name: /^Subscriptions .*waiting/ }).click();
        await admin.getByRole('link', { name: address(ana) }).click();
        await admin.getByRole('button', { name: 'Make streamer' }).click();
        await expect(admin.getByText('Roles changed.')).toBeVisible();
      });
    });

    await test.step('the streamer takes the first steps', async () => {
      await host.goto(`${own.home === '/' ? '' : own.home}/personal/account`);
      await host.getByRole('link', { name: own.profileStep }).click();
      await expect(host).toHaveURL(/\/personal\/profile$/);
      await host.getByLabel(own.firstName, { exact: true }).fill('Ana');
      await host.getByLabel(own.description, { exact: true }).fill('Round the harbour.');
      await host.getByRole('checkbox', { name: own.voice, exact: true }).check();
      await host.getByLabel('EUR').fill('2');
      await host.getByRole('main').getByRole('button', { name: own.save }).first().click();
      await expect(host.getByText(own.saved)).toBeVisible();

      await host.getByRole('link', { name: own.hoursStep }).click();
      const setting = host.locator('#setting');
      await setting.getByLabel(own.timeZone).selectOption('UTC');
      await setting.getByRole('button', { name: own.save }).click();
      await expect(setting.getByText(own.saved)).toBeVisible();
      const hours = host.locator('#rule');
      for (const day of await hours.getByRole('checkbox').all()) await day.check();
      await hours.getByLabel(own.from).fill('00:00');
      await hours.getByLabel(own.to, { exact: true }).fill('00:00');
      // The price is the profile's.
      await hours.getByRole('button', { name: own.addHours }).click();
      await expect(hours.getByText(own.saved)).toBeVisible();

      await host.getByRole('link', { name: own.payoutStep }).click();
      await host.getByLabel(own.country).selectOption({ label: own.spain });
      await host.getByRole('button', { name: own.connect }).click();
      await host.waitForURL(/onboarding/);
      await host.locator('input[value=all]').check();
      await host.locator('input[name=name]').fill('Ana');
      await host.getByRole('button').click();
      await expect(host.getByText(own.ready)).toBeVisible();
      await expect(host.getByRole('link', { name: own.profileStep })).toBeHidden();
    });

    await test.step('a visitor finds the streamer, signs up, books and pays', async () => {
      await guest.goto(their.home);
      await guest.getByRole('link', { name: their.find }).click();
      await guest.getByLabel(their.search).fill(ana);
      await guest.getByRole('search').getByRole('button', { name: their.search }).click();
      await guest.getByRole('article').getByRole('link', { name: ana }).click();
      await guest.getByRole('link', { name: their.book }).click();
      await hydrated(guest);
      const isPhone = watches === PHONE;
      // Not today, as the night may be near.
      if (isPhone) await guest.getByRole('list', { name: their.days }).getByRole('button').nth(1).click();
      const slots = guest.getByRole('group').nth(isPhone ? 0 : 1);
      await slots.getByRole('checkbox').first().check();
      await guest
        .getByRole('main')
        .getByRole('link', { name: /log in|inicia/i })
        .click();
      await signUp(guest, ben, their);
      // Back at the time that was chosen.
      await guest.getByRole('button', { name: their.bookFor }).click();
      await guest.getByRole('button', { name: their.addCard }).click();
      await guest.waitForURL(/checkout/);
      const card = { number: '4242 4242 4242 4242', month: '12', year: '2035', cvc: '123', name: 'Ben' };
      for (const [name, value] of Object.entries(card))
        await guest.locator(`input[name=${name}]`).fill(value);
      await guest.getByRole('button').click();
      await expect(guest.getByRole('radio', { name: their.card })).toBeChecked();
      await guest.getByRole('button', { name: their.reserve }).click();
      await expect(guest.getByText(their.waiting)).toBeVisible();
    });
    const [booked] = await inDatabase((db) =>
      db
        .select({ id: booking.id })
        .from(booking)
        .innerJoin(user, eq(user.id, booking.consumerId))
        .where(eq(user.username, ben)),
    );
    const id = booked?.id ?? '';

    await test.step('the streamer is notified, and confirms', async () => {
      const header = host.getByRole('banner');
      await header.getByRole('button', { name: own.news }).click();
      await header.getByRole('link', { name: own.notifications }).click();
      await host.getByRole('link', { name: own.yourConfirmation }).first().click();
      await expect(host).toHaveURL(new RegExp(`/personal/booking/${id}$`));
      await host.getByRole('button', { name: own.confirm, exact: true }).click();
      await expect(host.getByText(own.confirmed, { exact: true })).toBeVisible();
      // The page updates without a reload.
      await expect(guest.getByText(their.confirmed, { exact: true })).toBeVisible();
    });

    await test.step('both meet in the room, where the picture is rendered and counted', async () => {
      await begin(id, 1);
      await host.reload();
      await hydrated(host);
      await host.getByRole('button', { name: own.enter }).click();
      await expect(host.getByText(own.waitingFor).first()).toBeVisible({ timeout: 30_000 });
      await guest.reload();
      await hydrated(guest);
      await guest.getByRole('button', { name: their.enter }).click();
      await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
      await expect.poll(() => colourInTheMiddle(guest).then(patchOf), { timeout: 30_000 }).toBe('front');
      for (const page of [host, guest])
        await expect.poll(() => delivered(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
      await expect(guest.getByTestId('meter')).toContainText(their.pays);
      await expect(host.getByTestId('meter')).toContainText(own.earns);
    });

    await test.step('the viewer leaves the page and finds the way back', async () => {
      const before = await delivered(host);
      await guest.goto(their.home);
      await guest.getByRole('link', { name: their.back }).click();
      await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
      await expect.poll(() => delivered(host), { timeout: 30_000 }).toBeGreaterThan(before);
      // The first reading after the way back comes within a second; the end screen says what it knows.
      await expect(guest.getByTestId('meter')).toContainText(their.pays);
      await guest.mouse.move(200, 200);
      await guest.getByRole('button', { name: their.leave }).click();
      await expect(guest.getByText(their.open)).toBeVisible();
    });

    const counted = () =>
      inDatabase((db) => db.select().from(stream).where(eq(stream.bookingId, id))).then(([row]) => row);
    await test.step('after the booked time both get a receipt with the same delivered time', async () => {
      // As if the call had lasted ten minutes more.
      const more = 10 * MINUTE_MS;
      await begin(id, 35);
      await inDatabase(async (db) => {
        await db
          .update(stream)
          .set({
            ...{
              offeredMs: sql`${stream.offeredMs} + ${more}`,
              attendedMs: sql`${stream.attendedMs} + ${more}`,
            },
            ...{ deliveredMs: sql`${stream.deliveredMs} + ${more}`, unofferedSince: null },
          })
          .where(eq(stream.bookingId, id));
        await queueOn(db).send('booking-close', { id });
      });
      await expect.poll(async () => (await counted())?.charge).toBe(6_000);
      // As if a day had passed.
      await inDatabase(async (db) => {
        const captureAt = sql`now()`;
        const [paid] = await db
          .update(payment)
          .set({ captureAt })
          .where(eq(payment.bookingId, id))
          .returning({ id: payment.id });
        await queueOn(db).send('payment-move', { id: paid?.id });
      });
      const time = formatSeconds(Math.floor(((await counted())?.deliveredMs ?? 0) / 1000));
      const receipt = await mailbox().waitFor(address(ben), their.receipt);
      expect(receipt).toContain(`${their.deliveredMail}${time}\n`);
      const earned = await mailbox().waitFor(address(ana), own.earnedMail);
      expect(earned).toContain(`${own.deliveredMail}${time}\n`);
      for (const [page, t] of [
        [host, own],
        [guest, their],
      ] as const) {
        await page.goto(`${t.home === '/' ? '' : t.home}/personal/booking/${id}`);
        const fact = page.locator('dl > div').filter({ has: page.getByText(t.delivered, { exact: true }) });
        await expect(fact.getByRole('definition')).toHaveText(time);
      }
      await expect(host.getByText(own.earned)).toBeVisible();
      await expect(guest.getByRole('link', { name: their.back })).toBeHidden();
    });

    await test.step('the viewer reviews the streamer', async () => {
      await guest.getByRole('link', { name: their.review }).click();
      await expect(guest).toHaveURL(new RegExp(`/user/${ana}#own-review$`));
      await guest.getByRole('radio', { name: their.stars }).press('Space');
      await guest.getByLabel(their.reviewText).fill('As if I had been there.');
      await guest.getByRole('button', { name: their.publish }).click();
      await expect(guest.getByText(their.published)).toBeVisible();
      await host.goto(`/user/${ana}`);
      await expect(host.getByRole('listitem').filter({ hasText: ben })).toContainText(
        'As if I had been there.',
      );
    });
  });
}
