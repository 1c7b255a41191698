import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { booking, stream } from '#db/schema/index.ts';
import { unique } from '#tests/support/people/people.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { inDatabase } from '../../support/database.ts';
import { expect } from '../../support/test.ts';
import { bookNow, makeStreamer, offerTime, signUp } from '../support/booked.ts';
import { sphere, test, withPage } from '../support/people.ts';

declare global {
  /** How long the page has decoded a picture, in ms. */
  var decodedMs: number | undefined;
}

/** Measures how long a page decodes a picture, from its connections' statistics, ten times a second. */
async function countDecoded(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const connections: RTCPeerConnection[] = [];
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        connections.push(this);
      }
    };
    let [before, at, looked] = [0, 0, 0];
    globalThis.decodedMs = 0;
    const look = async () => {
      let frames = 0;
      for (const connection of connections)
        for (const [, report] of await connection.getStats())
          if (report.type === 'inbound-rtp') frames += Number(report.framesDecoded ?? 0);
      const now = performance.now();
      if (frames > before) {
        // A busy page may measure less often than once a second.
        const most = Math.max(1_000, now - looked);
        globalThis.decodedMs = (globalThis.decodedMs ?? 0) + Math.min(most, now - at);
        [before, at] = [frames, now];
      }
      looked = now;
      setTimeout(() => void look(), 100);
    };
    void look();
  });
}
const decoded = async (page: Page) => (await page.evaluate(() => globalThis.decodedMs ?? 0)) / 1000;

/** The delivered time on the meter, in seconds. */
async function delivered(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = (await page.getByTestId('delivered').innerText()).split(':').map(Number);
  return 60 * minutes + seconds;
}

const MINUTE_MS = 60_000;
/** Moves a booking of twenty minutes to have begun this many minutes ago. */
const begin = (id: string, minutesAgo: number) =>
  inDatabase((db) => {
    const startAt = new Date(Date.now() - minutesAgo * MINUTE_MS);
    const endAt = new Date(startAt.getTime() + 20 * MINUTE_MS);
    return db.update(booking).set({ startAt, endAt }).where(eq(booking.id, id));
  });

test('a booked call is counted while its picture is delivered, and settled accordingly', async ({
  host,
  guest,
  hostBrowser,
  person,
}) => {
  const streamer = await signUp(host, unique('ana'));
  await signUp(guest, unique('ben'));
  await withPage(await hostBrowser.newContext(person), (page) => makeStreamer(page, streamer));
  await offerTime(host);
  const id = await bookNow(guest, streamer);
  await begin(id, 1);
  await countDecoded(guest);

  await host.goto('/es/personal/booking?as=producer');
  await host.getByRole('button', { name: /^Entrar en la sala/ }).click();
  await expect(host.getByText(/Esperando/)).toBeVisible({ timeout: 30_000 });
  await guest.goto('/personal/booking');
  await guest.getByRole('button', { name: /^Enter the room/ }).click();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });

  // Both meters run, and show the cost or the earnings.
  for (const page of [host, guest])
    await expect.poll(() => delivered(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  const meter = guest.getByTestId('meter');
  await expect(meter).toContainText('You pay €40.00');
  await expect(host.getByTestId('meter')).toContainText(/Ganas 34,00\s€/);
  await expect(meter.getByRole('status')).toBeHidden();
  // Read before `decoded`, which grows meanwhile.
  const first = await delivered(guest);
  expect(first).toBeLessThanOrEqual((await decoded(guest)) + 1);
  await expectAccessible(guest, { targetSize: false });

  // Time without the camera is not counted.
  await host.getByRole('button', { name: 'Apagar la cámara' }).click();
  await expect(meter.getByRole('status')).toHaveText('Paused: no picture');
  await expect(host.getByTestId('meter').getByRole('status')).toHaveText('En pausa: no envías imagen');
  const paused = await delivered(guest);
  await host.getByRole('button', { name: 'Apagar la cámara' }).click();
  await expect(meter.getByRole('status')).toBeHidden();
  await expect.poll(() => delivered(guest), { timeout: 30_000 }).toBeGreaterThan(paused);
  // Each start of the picture may round a part of a second up.
  expect(await delivered(guest)).toBeLessThanOrEqual((await decoded(guest)) + 2);

  await guest.getByRole('button', { name: 'Leave' }).click();
  // Whether it is to be paid depends on whether the streamer waits.
  await expect(guest.getByText('The amount is set when the booked time is over.')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Rejoin' })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Start a new call' })).toBeHidden();
  await expectAccessible(guest, { targetSize: false });
  await guest.getByRole('button', { name: 'See the details' }).click();
  await expect(guest).toHaveURL(new RegExp(`/personal/booking/${id}$`));
  // It can be gone on with until the booked time is over.
  await guest.getByRole('button', { name: /^Personal pages/ }).click();
  await guest.getByRole('link', { name: 'Your calls' }).click();
  await expect(guest.getByRole('region', { name: 'Now and to come' })).toContainText('Under way');
  await guest.goBack();

  // Ends the booked time.
  const counted = () =>
    inDatabase((db) => db.select().from(stream).where(eq(stream.bookingId, id))).then(([row]) => row);
  await expect.poll(async () => (await counted())?.deliveredMs ?? 0).toBeGreaterThanOrEqual(first * 1000);
  await begin(id, 25);
  await inDatabase(async (db) => {
    await db.update(stream).set({ offeredMs: 600_000, deliveredMs: 600_000 }).where(eq(stream.bookingId, id));
    await queueOn(db).send('booking-close', { id });
  });
  await expect.poll(async () => (await counted())?.charge).toBe(4_000);
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'What was delivered' })).toBeVisible();
  await expectAccessible(guest);
  await host.goto('/es/personal/earnings');
  await expect(host.getByRole('row', { name: /34,00/ })).toBeVisible();
  await expectAccessible(host);
  await host.getByRole('button', { name: /^Páginas personales/ }).click();
  await host.getByRole('link', { name: 'Tus llamadas' }).click();
  await expect(host.getByText(/^Recibes 34,00\s€ de 40,00\s€ el /)).toBeVisible();
});
