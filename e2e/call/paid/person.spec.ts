import type { Page } from '@playwright/test';
import { z } from 'zod';
import { PASSWORD } from '#tests/support/people/members.ts';
import { unique } from '#tests/support/people/people.ts';
import { signInAsAdmin } from '../../admin/people.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { launchBrowser } from '../../support/browser.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { createRoom, test, withPage } from '../support/people.ts';

/** Signs up, which logs the page's browser in. @returns the account's id */
async function signUp(page: Page, username: string): Promise<string> {
  const data = { username, email: `${username}@example.org`, password: PASSWORD };
  const answer = await page.request.post('/api/signup', { data });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

test('the two people of a call see who the other is, and a streamer is reviewed once', async ({
  host,
  hostBrowser,
  person,
}) => {
  // With two cameras, so the guest must choose before entering.
  const devices = ['--use-fake-device-for-media-stream=device-count=2', '--use-fake-ui-for-media-stream'];
  const guestBrowser = await launchBrowser(devices);
  const guest = await guestBrowser.newPage(person);
  const streamer = await signUp(host, unique('ana'));
  const name = unique('ben');
  await signUp(guest, name);
  await withPage(await hostBrowser.newContext(person), async (page) => {
    await signInAsAdmin(page);
    const { version } = z
      .object({ version: z.number() })
      .parse(await (await page.request.get(`/api/user/${streamer}`)).json());
    const prices = [{ currency: 'EUR', perMinute: 2 }];
    const shown = { firstName: 'Ana', languages: ['SPANISH', 'ENGLISH'], controlModes: ['VOICE'], prices };
    const changed = await page.request.put(`/api/user/${streamer}`, { data: { version, ...shown } });
    expect(changed.status(), await changed.text()).toBe(200);
    const role = { userId: streamer, rolename: 'PRODUCER' };
    expect((await page.request.post('/api/role', { data: role })).status()).toBe(201);
  });

  const code = await createRoom(host);
  await guest.goto(`/room/guest/${code}`);
  await expect(guest.getByText('Ana invites you')).toBeVisible();
  await expect(guest.getByText('Speaks English and Spanish')).toBeVisible();
  await guest.getByRole('button', { name: 'Join call' }).click();

  await openMore(host, 'Connection');
  await expect(host.getByRole('dialog', { name: 'More' }).getByText(name)).toBeVisible();
  await openMore(guest, 'Connection');
  await expect(guest.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Ana' })).toBeVisible();
  await expect(guest.getByRole('dialog', { name: 'More' }).getByText(code)).toBeVisible();

  await guest.getByRole('button', { name: 'Leave' }).click();
  const review = guest.getByRole('form', { name: 'How was the call with Ana?' });
  await review.getByRole('button', { name: 'Publish review' }).click();
  await expect(review.getByText('Choose one to five stars')).toBeVisible();
  await expectAccessible(guest, { targetSize: false });
  await review.getByTitle('4 stars').click();
  await review.getByLabel('What was it like?').fill('A lake, all around');
  await review.getByRole('button', { name: 'Publish review' }).click();
  await expect(guest.getByText('Review published.')).toBeVisible();
  await expect(host.getByRole('heading', { name: 'Call ended' })).toBeVisible();
  await guestBrowser.close();
});
