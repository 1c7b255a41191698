import type { Page } from '@playwright/test';
import { type CallRequest, payOf } from '#protocol/call-request.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { expectAccessible } from '../support/accessible.ts';
import { test as base, expect } from '../support/test.ts';
import type { RequestHarness } from './request-harness/main.tsx';
import { serveHarness } from './request-harness/serve.ts';

/** One pixel. */
const AVATAR = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
const parties = {
  id: '6a0c1b1e-0b0e-4c55-9d6c-0a5f5b8f3f11',
  other: { name: 'Ana', avatar: AVATAR, profile: 'ana' },
};
const ringing: CallRequest = { ...parties, status: 'RINGING', leftMs: 60_000 };
/** As the streamer of a paid call is told. */
const paid: CallRequest = { ...ringing, pay: payOf(200, 15, 'EUR', 1_500) };
const accepted: CallRequest = { ...parties, status: 'ACCEPTED', token: 'K7M4QX9TR', entered: false };

const test = base.extend<object, { harness: string }>({
  harness: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const { url, close } = await serveHarness();
      await use(url);
      await close();
    },
    { scope: 'worker' },
  ],
});

const open = async (page: Page, url: string, query = '') => {
  await page.goto(`${url}?${query}`);
  await page.waitForFunction(() => 'requestHarness' in globalThis);
};
const tell = (page: Page, request: unknown) => page.evaluate((told) => requestHarness.tell(told), request);
const connect = (page: Page, isOpen: boolean) =>
  page.evaluate((told) => requestHarness.connect(told), isOpen);
const refuse = (page: Page, code: ErrorCode | null) =>
  page.evaluate((refusal) => requestHarness.refuse(refusal), code);
const done = (page: Page): Promise<RequestHarness['done']> =>
  page.evaluate(() => requestHarness.done.splice(0));
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('a caller waits for the streamer, and sees the outcome', async ({ page, harness }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, harness);

  await test.step('it rings for as long as the server says', async () => {
    await expect(page.getByRole('heading', { name: 'Connecting…' })).toBeVisible();
    await tell(page, ringing);
    await expect(status(page, 'Waiting for Ana…')).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^(60|59|58|57) seconds left$/);
    await expect(status(page, 'seconds left')).toHaveCount(0);
    await tell(page, { ...ringing, leftMs: 9_500 });
    await expect(page.getByRole('timer')).toHaveText(/^(10|9|8|7) seconds left$/);
    // Announced to screen readers once, not every second.
    await expect(status(page, '10 seconds left')).toBeAttached();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  await test.step('it can be cancelled after a lost connection', async () => {
    await connect(page, false);
    await expect(status(page, 'Connection lost. Reconnecting…')).toBeVisible();
    await refuse(page, 'UNAVAILABLE');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toContainText('unavailable');
    await connect(page, true);
    await expect(status(page, 'Connection lost')).toHaveCount(0);
    await refuse(page, null);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => done(page)).toEqual(['cancel']);
  });

  const ends = [
    { end: 'CANCELLED', title: 'Request cancelled', retries: true },
    { end: 'REJECTED', title: 'Ana declined', retries: false },
    { end: 'EXPIRED', title: 'No answer', retries: true },
    { end: 'BUSY', title: 'Ana is busy', retries: true },
    { end: 'OVER', title: 'The call is over', retries: true },
    { end: 'FAILED', title: 'Something went wrong', retries: true },
  ] as const;
  const released = { amount: 1_500, currency: 'EUR' };
  for (const { end, title, retries } of ends) {
    await test.step(`it ends: ${end}`, async () => {
      await tell(page, { ...parties, status: end, ...(end === 'REJECTED' && { released }) });
      await expect(status(page, title)).toBeVisible();
      const letGo = page.getByText('Your card was not charged. The hold of €15.00 is released');
      await expect(letGo).toBeVisible({ visible: end === 'REJECTED' });
      await expect(page.getByRole('link', { name: "Ana's profile" })).toHaveAttribute('href', '/user/ana');
      const others = end === 'FAILED' ? 'Contact us' : 'Other streamers';
      await expect(page.getByRole('link', { name: others })).toBeVisible();
      const retry = page.getByRole('button', { name: end === 'OVER' ? 'Call again' : 'Try again' });
      await expect(retry).toHaveCount(retries ? 1 : 0);
      if (retries) await retry.click();
      expect(await done(page)).toEqual(retries ? ['retry'] : []);
    });
  }

  await test.step('an invalid request is shown as a failure', async () => {
    await expectAccessible(page);
    await tell(page, { ...ringing, leftMs: 'soon' });
    await expect(status(page, 'Something went wrong')).toBeVisible();
    await expect(page.getByRole('link', { name: "Ana's profile" })).toHaveCount(0);
  });

  await test.step('an accepted request leads into the room', async () => {
    await open(page, harness, 'language=es');
    await tell(page, ringing);
    await expect(status(page, 'Esperando a Ana…')).toBeVisible();
    await tell(page, accepted);
    await expect(page.getByTestId('place')).toHaveText('/es/room/guest/K7M4QX9TR?skip=true');
  });
});

test('a streamer is called on any page', async ({ page, harness }) => {
  const card = page.getByRole('region', { name: /^Incoming requests/ }).getByRole('listitem');
  const begin = async () => {
    await open(page, harness, 'side=incoming');
    await page.getByLabel('Draft').fill('Hello ');
    await tell(page, ringing);
    await expect(card).toContainText('Incoming request from Ana');
  };

  await test.step('keeps what they write; F8 moves to the card', async () => {
    await begin();
    await expect(status(page, 'Incoming request from Ana')).toBeAttached();
    await page.keyboard.type('you');
    await expect(page.getByLabel('Draft')).toHaveValue('Hello you');
    await tell(page, paid);
    await expect(card).toContainText(
      'You get €1.70 of €2.00 per minute: at most €25.50 of €30.00, for 15 minutes.',
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Reject' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => done(page)).toEqual(['reject']);
    await tell(page, { ...parties, status: 'REJECTED' });
    await expect(card).toHaveCount(0);
    expect(await done(page)).toEqual(['done']);
  });

  await test.step('sees the outcome of a request that was not answered here', async () => {
    const over = [
      ['EXPIRED', 'Missed request from Ana'],
      ['CANCELLED', 'Ana cancelled the request'],
      ['FAILED', "The call with Ana couldn't be connected"],
      ['OVER', 'The call with Ana is over'],
    ] as const;
    for (const [end, text] of over) {
      await tell(page, ringing);
      await tell(page, { ...parties, status: end });
      await expect(card).toContainText(text);
    }
    await tell(page, accepted);
    await expect(card).toContainText('You answered Ana');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await done(page)).toEqual(['done']);
  });

  await test.step('accepts, and is led into the room', async () => {
    await begin();
    await connect(page, false);
    await expect(card).toContainText('Connection lost. Reconnecting…');
    await connect(page, true);
    await refuse(page, 'UNAVAILABLE');
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('alert')).toContainText('unavailable');
    await refuse(page, null);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => done(page)).toEqual(['accept']);
    await tell(page, accepted);
    await expect(page.getByTestId('place')).toHaveText('/room/host/K7M4QX9TR?skip=true');
  });
});
