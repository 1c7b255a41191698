import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { user } from '#db/schema/index.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { unique } from '#tests/support/people/people.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { inDatabase } from '../../support/database.ts';
import { expect } from '../../support/test.ts';
import { signUp } from '../support/booked.ts';
import { allowDirecting, consentQuestion } from '../support/consent.ts';
import { openMore } from '../support/controls.ts';
import { expectNotice, hearNotices } from '../support/notices.ts';
import { sphere, startCall, test } from '../support/people.ts';

const pad = (page: Page) => page.getByRole('group', { name: /^Direct the host: hold/ });
const controls = (page: Page) => page.getByRole('toolbar', { name: 'Call controls' });

/** Signs up a person whose account offers to be directed in both ways. */
async function signUpDirected(page: Page): Promise<void> {
  const id = await signUp(page, unique('ana'));
  const offers = {
    controlModes: ['PAD', 'VOICE'] as ('PAD' | 'VOICE')[],
    padEnabled: true,
    firstName: 'Ana',
  };
  await inDatabase((db) => db.update(user).set(offers).where(eq(user.id, id)));
}

test('a host whose account offers it is asked in each call, and the guest is told', async ({
  host,
  guest,
}) => {
  await signUpDirected(host);
  await startCall(host, guest);
  await hearNotices(guest);
  const question = consentQuestion(host);
  const allow = question.getByRole('button', { name: 'Allow' });

  await test.step('nothing is offered before the answer', async () => {
    await expect(question).toBeVisible();
    await expect(allow).toBeDisabled();
    await expect(pad(guest)).toBeHidden();
    await expectAccessible(host, { targetSize: false });
    await allowDirecting(host, 'Arrow pad');
    await expect(question).toBeHidden();
    await expect(pad(guest)).toBeVisible();
    await expectNotice(guest, 'You can direct the host with the arrows');
    await expect(guest.getByRole('group', { name: 'Direct the host by voice' })).toBeHidden();
    await expectAccessible(guest, { targetSize: false });
  });

  await test.step('a held button shows that the host gets it', async () => {
    const forward = pad(guest).getByRole('button', { name: 'Forward' });
    await forward.hover();
    await guest.mouse.down();
    await expect(pad(guest).getByRole('status')).toHaveText('Sent: Forward');
    await expect(host.getByRole('status').filter({ hasText: 'Direction: Forward' })).toBeVisible();
    await guest.mouse.up();
    await expect(pad(guest).getByRole('status')).toBeHidden();
  });

  await test.step('a reload of the same call does not ask again', async () => {
    await host.reload();
    await expect(controls(host)).toBeVisible({ timeout: 30_000 });
    await openMore(host, 'Guide');
    await expect(host.getByLabel('Let the other person direct me')).toBeChecked();
    await expect(question).toBeHidden();
    await expect(pad(guest)).toBeVisible();
  });

  await test.step('the guest is told of the end, too', async () => {
    await host.getByLabel('Let the other person direct me').uncheck();
    await expectNotice(guest, 'You can no longer direct the host');
    await expect(pad(guest)).toBeHidden();
    await host.keyboard.press('Escape');
    await guest.getByRole('button', { name: 'Leave' }).click();
    await expect(host.getByRole('heading', { name: 'Call ended' })).toBeVisible();
  });

  await test.step('another call asks again; "Not now" offers nothing', async () => {
    await startCall(host, guest);
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect(question).toBeHidden();
    await host.reload();
    await expect(controls(host)).toBeVisible({ timeout: 30_000 });
    await expect(question).toBeHidden();
    await expect(pad(guest)).toBeHidden();
  });
});

for (const [width, height] of [
  [360, 740],
  [390, 844],
  [844, 390],
] as const) {
  test(`card and panels fit ${width} × ${height}, in Spanish`, async ({ host, guest }, testInfo) => {
    await signUpDirected(host);
    for (const page of [host, guest]) await page.setViewportSize({ width, height });
    const { token } = newRoomSchema.parse(await (await host.request.get('/api/channel/ticket')).json());
    await host.goto(`/es/room/host/${token}?skip=true`);
    await expect(host.getByRole('button', { name: 'Copiar código' })).toBeVisible({ timeout: 30_000 });
    await guest.goto(`/es/room/guest/${token}?skip=true`);
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    const question = host.getByRole('region', { name: '¿Dejas que te dirija tu invitado?' });
    for (const way of ['Flechas', 'Voz']) await question.getByLabel(way).check();
    await expect(question).toBeInViewport({ ratio: 1 });
    await host.screenshot({ path: testInfo.outputPath('question.png') });
    await question.getByRole('button', { name: 'Permitir' }).click();
    const panels = [/^Dirige al anfitrión: /, /^Dirige al anfitrión por voz/];
    for (const name of panels) await expect(guest.getByRole('group', { name })).toBeInViewport({ ratio: 1 });
    await host.getByRole('button', { name: 'Silenciar' }).click();
    await expect(guest.getByText('Ana tiene el micrófono en silencio')).toBeVisible();
    await guest.screenshot({ path: testInfo.outputPath('pad.png') });
    await expectAccessible(guest, { targetSize: false });
  });
}
