import { expect } from '../../support/test.ts';
import { ENCRYPTED, expectLock, openLock, pictures } from '../support/lock.ts';
import { expectNotice, hearNotices } from '../support/notices.ts';
import { sphere, startCall, startCallByLink, test } from '../support/people.ts';

/** The surface `raised` of the dark theme. */
const DARK = 'rgb(21, 28, 37)';

test('the invitation link proves that nobody is in between, also after a reload', async ({ host, guest }) => {
  await startCallByLink(host, guest);
  const proven = 'The invitation link shows that nobody is in between.';
  await expect((await openLock(guest)).getByText(proven)).toBeVisible({ timeout: 30_000 });
  await expectLock(host, ENCRYPTED);
  for (const [reloaded, other] of [
    [host, guest],
    [guest, host],
  ] as const) {
    await hearNotices(other);
    await reloaded.reload();
    await expect((await openLock(reloaded)).getByText(proven)).toBeVisible({ timeout: 30_000 });
    await reloaded.keyboard.press('Escape');
    await expectLock(other, ENCRYPTED);
    await expectNotice(other, /reloaded the page/, 0);
  }
});

test('people who typed the code compare pictures, and again when keys change', async ({ host, guest }) => {
  await startCall(host, guest);
  expect(await pictures(host)).toEqual(await pictures(guest));
  await host.getByRole('button', { name: 'They are the same' }).click();
  await expect(host.getByText('You compared the pictures: nobody is in between.')).toBeVisible();
  await host.keyboard.press('Escape');

  await hearNotices(host);
  // Rooms are always dark.
  await host.emulateMedia({ colorScheme: 'light' });
  await guest.reload();
  const changed = 'The other person reloaded the page';
  await expectNotice(host, `${changed}. Compare the pictures again to be sure.`);
  const question = host.getByRole('dialog', { name: changed });
  await expect(question).toHaveCSS('background-color', DARK);
  await question.getByRole('button', { name: 'Go on' }).click();
  await expect(question).toBeHidden();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  const shown = await pictures(host, changed);
  await expect(host.getByRole('dialog', { name: 'More' })).toHaveCSS('background-color', DARK);
  expect(shown).toEqual(await pictures(guest));
  await host.getByRole('button', { name: 'They are the same' }).click();
  await expectLock(host, ENCRYPTED);
});
