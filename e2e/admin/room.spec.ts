import { z } from 'zod';
import { createRoom, startCall, test } from '../call/support/people.ts';
import { expect } from '../support/test.ts';
import { signInAsAdmin } from './people.ts';

const roomsSchema = z.object({ entities: z.array(z.object({ id: z.string() })) });

test('an administrator sees a live room, and ends it for both sides', async ({ host, guest, page }) => {
  const code = (await startCall(host, guest)).replaceAll('-', '');
  await signInAsAdmin(page);
  const row = page.getByRole('row', { name: new RegExp(code) });
  // The media server stores the start of a call after telling both sides.
  await expect(async () => {
    await page.goto(`/admin/channel?token=${code}`);
    await expect(row).toContainText('Streaming', { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText('Live');
  await page.getByRole('link', { name: code }).click();
  await page.getByRole('link', { name: 'End this room' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End this room' }).click();
  await expect(page.getByText('Room ended.')).toBeVisible();
  await expect(page.getByText('Ended by an administrator')).toBeVisible();
  await expect(page.getByRole('link', { name: 'End this room' })).toHaveCount(0);
  for (const side of [host, guest]) {
    await expect(side.getByText('An administrator ended the call.')).toBeVisible();
    await expect(side.getByRole('button', { name: 'Rejoin' })).toBeHidden();
  }

  const waiting = (await createRoom(host)).replaceAll('-', '');
  await page.goto(`/admin/channel?token=${waiting}`);
  await page.getByRole('link', { name: waiting }).click();
  await page.getByRole('link', { name: 'End this room' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End this room' }).click();
  await expect(host.getByText('An administrator closed the room.')).toBeVisible();
});

test('a waiting room is live, and can be ended without JavaScript', async ({ browser, baseURL, request }) => {
  expect((await request.get('/api/channel/ticket')).status()).toBe(200);
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await signInAsAdmin(page);
  const rooms = await page.request.get('/api/channel?status=CREATED&size=1');
  const { entities } = roomsSchema.parse(await rooms.json());
  await page.goto(`/es/admin/channel/${entities[0]?.id}`);
  await expect(page.getByText('En directo')).toBeVisible();
  await page.getByRole('link', { name: 'Terminar esta sala' }).click();
  await page.getByRole('button', { name: 'Terminar esta sala' }).click();
  await expect(page.getByText('Sala terminada.')).toBeVisible();
  await expect(page.getByText('Inactiva')).toBeVisible();
  await context.close();
});
