import { createServer } from 'node:http';
import { z } from 'zod';
import { EXAMPLES } from '#app/site/api/examples.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { expect, hydrated } from '../../support/test.ts';
import { makeKey } from '../support/api-key.ts';
import { test } from '../support/people.ts';

const roomSchema = z.object({ id: z.string(), hostUrl: z.string(), guestUrl: z.string() });

/** A page of another site, as its developers would write it; `?link=` is the embedded URL. */
const page = (site: string) => `<!doctype html><title>Shop</title>
<div id="call" style="width: 640px; height: 360px"></div>
<script src="${site}/panocall.js"></script>
<script>
  window.told = [];
  const note = (name) => (detail) => window.told.push(detail ? { name, ...detail } : { name });
  const events = Object.fromEntries(['joined', 'started', 'ended', 'error'].map((name) => [name, note(name)]));
  const link = new URLSearchParams(location.search).get('link');
  window.call = Panocall.embed(document.getElementById('call'), link, { events });
</script>`;

/** A page with the example of the API's page, unchanged. */
const examplePage = (site: string) => `<!doctype html><title>Shop</title>
<script>
  const guestUrl = new URLSearchParams(location.search).get('link');
</script>
${EXAMPLES.embed.code.replaceAll('SITE', site)}`;

/** Serves the pages on another site than Panocall's: `localhost` for one, `127.0.0.1` for the other. */
async function startShop(site: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer(({ url }, response) => {
    const shown = url?.startsWith('/example') ? examplePage(site) : page(site);
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(shown);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

declare global {
  interface Window {
    told: unknown[];
    call: { leave(): void };
  }
}

// The console reports that a page may not frame the room. Chromium denies storage to frames of other sites, which
// Remix's scroll restoration reports.
test.use({ expectedErrors: [/frame-ancestors|chrome-error|sessionStorage/] });

test('a page of another site embeds a room, gets events of its call and ends it; a third site’s page cannot', async ({
  host,
  guest,
  site,
}) => {
  const shop = await startShop(site);
  const stranger = await startShop(site);
  try {
    const key = await makeKey([shop.origin]);
    const answer = await host.request.post(`${site}/api/room`, {
      headers: { Authorization: `Bearer ${key}` },
      data: { hostName: 'Ada', returnUrl: `${shop.origin}/after` },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    const room = roomSchema.parse(await answer.json());

    await guest.goto(`${stranger.origin}/?link=${encodeURIComponent(room.guestUrl)}`, { waitUntil: 'load' });
    await expect.poll(() => guest.frames().at(-1)?.url()).toMatch(/^chrome-error:/);

    const shown = `${shop.origin}/?link=${encodeURIComponent(room.hostUrl)}`;
    await host.goto(shown, { waitUntil: 'load' });
    const frame = host.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Join call' }).click();
    await expect.poll(() => host.evaluate(() => window.told)).toEqual([{ name: 'joined' }]);

    const said: string[] = [];
    guest.on('console', (message) => said.push(message.text()));
    const example = `${shop.origin}/example?link=${encodeURIComponent(room.guestUrl)}`;
    await guest.goto(example, { waitUntil: 'load' });
    const other = guest.frameLocator('iframe');
    await other.getByRole('button', { name: 'Join call' }).click();
    // The host's picture arrives, so its camera works in the frame.
    await expect(other.getByRole('application')).toBeVisible({ timeout: 30_000 });
    await expect
      .poll(() => host.evaluate(() => window.told))
      .toEqual([{ name: 'joined' }, { name: 'started' }]);

    await host.evaluate(() => window.call.leave());
    await expect
      .poll(() => host.evaluate(() => window.told.at(-1)))
      .toEqual({ name: 'ended', reason: 'left' });
    await expect.poll(() => said).toContain('The call has ended: left');
    const back = other.getByRole('link', { name: `Back to ${new URL(shop.origin).host}` });
    await expect(back).toHaveAttribute(
      'href',
      `${shop.origin}/after?panocall_room=${room.id}&panocall_end=left`,
    );
    // Within the frame no links lead to other pages of the site.
    await expect(other.getByRole('button', { name: 'Start a new call' })).toBeHidden();
  } finally {
    shop.close();
    stranger.close();
  }
});

test('a guest who comes before the host waits, and has joined only once the host is there', async ({
  host,
  guest,
  site,
}) => {
  const shop = await startShop(site);
  try {
    const key = await makeKey([shop.origin]);
    const answer = await host.request.post(`${site}/api/room`, {
      headers: { Authorization: `Bearer ${key}` },
      data: {},
    });
    const room = roomSchema.parse(await answer.json());
    const waiting = 'The host has not opened the room yet';

    await guest.goto(room.guestUrl);
    await guest.getByRole('button', { name: 'Join call' }).click();
    await expect(guest.getByRole('heading', { name: waiting })).toBeVisible();
    await expectAccessible(guest);
    await guest.getByRole('button', { name: 'Close' }).click();
    await expect(guest).toHaveURL(`${site}/`);
    // Leaving a page that still loads can leave the next one's frame empty.
    await hydrated(guest);

    await guest.goto(`${shop.origin}/?link=${encodeURIComponent(room.guestUrl)}`, { waitUntil: 'load' });
    const frame = guest.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Join call' }).click();
    await expect(frame.getByRole('heading', { name: waiting })).toBeVisible();
    await expect(frame.getByRole('main').getByRole('button')).toHaveCount(0);

    await host.goto(room.hostUrl);
    await expect(host.getByRole('button', { name: 'Join call' })).toBeEnabled();
    // The host's page has the seat, and the room is not open.
    expect(await guest.evaluate(() => window.told)).toEqual([]);
    await host.getByRole('button', { name: 'Join call' }).click();
    await expect(frame.getByRole('application')).toBeVisible({ timeout: 30_000 });
    await expect
      .poll(() => guest.evaluate(() => window.told))
      .toEqual([{ name: 'joined' }, { name: 'started' }]);
  } finally {
    shop.close();
  }
});
