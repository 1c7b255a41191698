import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { callRequest, channel, stream, user } from '#db/schema/index.ts';
import { unique } from '#tests/support/people/people.ts';
import { inDatabase } from '../../support/database.ts';
import { expect, hydrated } from '../../support/test.ts';
import { makeStreamer, offerTime, saveCard, signUp } from '../support/booked.ts';
import { sphere, test, withPage } from '../support/people.ts';

test('a streamer who takes calls is rung on any page, and paid for what was delivered', async ({
  host,
  guest,
  hostBrowser,
  person,
}) => {
  const username = unique('ana');
  const streamer = await signUp(host, username);
  const caller = unique('ben');
  const guestId = await signUp(guest, caller);
  await withPage(await hostBrowser.newContext(person), (page) => makeStreamer(page, streamer));
  const controlModes: ('PAD' | 'VOICE')[] = ['PAD', 'VOICE'];
  await inDatabase((db) =>
    db.update(user).set({ controlModes, padEnabled: true }).where(eq(user.id, streamer)),
  );
  await offerTime(host);
  await saveCard(guest);
  await host.goto('/es/personal/availability');
  await host.getByRole('button', { name: 'Aceptar llamadas', exact: true }).click();
  await expect(host.getByText(/Aceptas llamadas hasta/)).toBeVisible();
  await host.goto('/es/help');

  await guest.goto(`/user/${username}`);
  await guest.getByRole('link', { name: 'Call now' }).click();
  await hydrated(guest);
  await guest.getByRole('button', { name: 'Call Ana' }).click();
  await expect(guest.getByRole('heading', { name: 'Waiting for Ana…' })).toBeVisible();

  await expect(host.getByText(`Llamada entrante de ${caller}`, { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await host.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await expect(host).toHaveURL(/\/es\/room\/host\//, { timeout: 30_000 });
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  // Sold with the call, so it is chosen already; still, the streamer is asked.
  const question = host.getByRole('region', { name: '¿Dejas que te dirija tu invitado?' });
  for (const way of ['Flechas', 'Voz']) await expect(question.getByLabel(way)).toBeChecked();
  await question.getByRole('button', { name: 'Permitir' }).click();
  await expect(guest.getByRole('group', { name: /^Direct the host: hold/ })).toBeVisible();
  for (const page of [host, guest])
    await expect(page.getByTestId('delivered')).toHaveText(/^\d\d:0[3-9]$/, { timeout: 30_000 });
  await expect(guest.getByTestId('meter')).toContainText('/ 15:00');

  await guest.getByRole('button', { name: 'Leave' }).click();
  // Both are shown what is stored, whatever they were shown before.
  const toPay = guest.getByText(/^Delivered: \d\d:\d\d · You pay: €0\.00$/);
  await expect(toPay).toBeVisible();
  const earned = host.getByText(/^Imagen recibida: \d\d:\d\d · Ganas: 0,00\s€$/);
  await expect(earned).toBeVisible();
  // As if the call had been longer and nobody had come back.
  const counted = () =>
    inDatabase(async (db) => {
      const [row] = await db
        .select({ counted: stream, request: callRequest })
        .from(stream)
        .innerJoin(callRequest, eq(callRequest.id, stream.requestId))
        .where(eq(stream.consumerId, guestId));
      return row;
    });
  await expect.poll(async () => (await counted())?.counted.deliveredMs).toBeGreaterThan(2_000);
  const { id: streamId = '', deliveredMs = 0 } = (await counted())?.counted ?? {};
  const time = formatSeconds(Math.floor(deliveredMs / 1000));
  for (const text of [toPay, earned]) await expect(text).toContainText(` ${time} `);
  // Before it is settled, some minutes later, both find it among their calls.
  const isOver = async () =>
    inDatabase((db) => db.$count(channel, and(eq(channel.streamId, streamId), isNotNull(channel.endedAt))));
  await expect.poll(isOver).toBe(1);
  await guest.goto('/personal/stream');
  await expect(guest.getByText('Being worked out', { exact: true })).toBeVisible();
  await host.goto('/es/personal/stream');
  await expect(host.getByText('Calculándose', { exact: true })).toBeVisible();
  await inDatabase(async (db) => {
    // In this order, because a job settles ended calls each minute.
    await db.update(stream).set({ offeredMs: 90_000, deliveredMs: 90_000 }).where(eq(stream.id, streamId));
    const endedAt = sql`now() - interval '5 minutes'`;
    await db.update(channel).set({ endedAt }).where(eq(channel.streamId, streamId));
    await queueOn(db).send('stream-settle', {});
  });
  await expect.poll(async () => (await counted())?.counted.charge).toBe(300);
  await guest.goto(`/request/${(await counted())?.request.id}`);
  await expect(guest).toHaveURL(new RegExp(`/personal/stream/${streamId}$`));
  await expect(guest.getByText(/^€3\.00 will be charged on /)).toBeVisible();
  await guest.getByRole('link', { name: 'Your calls' }).first().click();
  await expect(guest.getByText(/^You pay €3\.00 on /)).toBeVisible();
  await host.reload();
  await expect(host.getByText(/^Recibes 2,55\s€ de 3,00\s€ el /)).toBeVisible();
});
