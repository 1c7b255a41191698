import { expect, type Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { channel } from '#db/schema/index.ts';
import { camera } from '#media-server/tests/support/client.ts';
import { formatRoomCode, newRoomSchema } from '#protocol/room-code.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { inDatabase } from '../../support/database.ts';
import { openLock } from '../support/lock.ts';
import { createRoom, enterRoom, sphere, test } from '../support/people.ts';
import { takeSeat } from '../support/stand-in.ts';

declare global {
  interface Window {
    /** Tones played, vibrations and notifications. */
    called?: unknown[];
    /** Leaves the tab, or comes back to it. */
    away?(isAway: boolean): void;
  }
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Counts what calls a person back, and lets them leave the tab. */
function watchCalls(): void {
  const called: unknown[] = [];
  window.called = called;
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function () {
    called.push('tone');
    return createOscillator.call(this);
  };
  navigator.vibrate = (pattern) => {
    called.push(pattern);
    return true;
  };
  class Notice extends EventTarget {
    static readonly permission = 'granted';
    constructor(title: string) {
      super();
      called.push(title);
    }
    close() {
      called.push('closed');
    }
  }
  Object.defineProperty(window, 'Notification', { value: Notice });
  let isAway = false;
  Object.defineProperty(document, 'visibilityState', { get: () => (isAway ? 'hidden' : 'visible') });
  document.hasFocus = () => !isAway;
  window.away = (next) => {
    isAway = next;
    document.dispatchEvent(new Event('visibilitychange'));
  };
}

test('the host copies code and link, each with its confirmation, and is asked before the room closes', async ({
  host,
  guest,
}) => {
  await host.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = await createRoom(host);
  await expect(host.getByText(/Expires in 04:5\d/)).toBeVisible();
  await expect(host.getByLabel('Camera preview')).toBeVisible();
  await expect(host.getByRole('img', { name: 'QR code of the invitation link' })).toBeVisible();
  await expectAccessible(host);
  await host.getByRole('button', { name: 'Copy code' }).click();
  await expect(host.getByText('Code copied (5)')).toBeVisible();
  await expect(host.getByText('Code copied (4)')).toBeVisible();
  expect(await copied(host)).toBe(code);
  await host.getByRole('button', { name: 'Copy link' }).click();
  await expect(host.getByText('Link copied')).toBeVisible();
  const link = await copied(host);
  expect(link).toMatch(/\/room\/guest\/\w{9}#[\w-]{22}$/);
  await expect(host.getByText('Link copied')).toBeHidden({ timeout: 10_000 });
  await host.getByRole('button', { name: 'Invite' }).click();
  await expect(host.getByText('Link copied')).toBeVisible();

  // All ways out of the dialog ask.
  const question = host.getByText('Close the room?');
  const keep = host.getByRole('button', { name: 'Keep it open' });
  await host.getByRole('button', { name: 'Close' }).first().click();
  await expect(question).toBeVisible();
  await expect(keep).toBeFocused();
  await expectAccessible(host);
  await keep.click();
  await expect(host.getByTestId('room-code')).toHaveText(code);
  await host.goBack();
  await expect(question).toBeVisible();
  await host.goBack();
  await expect(host.getByTestId('room-code')).toHaveText(code);
  await host.getByRole('button', { name: 'Close' }).last().click();
  await host.getByRole('button', { name: 'Close room' }).click();
  await expect(host.getByRole('dialog')).toBeHidden();
  await expect
    .poll(() => guest.request.get(`/api/channel/check/${code}`).then((response) => response.status()))
    .toBe(404);
});

test('a room whose code was not shared closes at once', async ({ host }) => {
  await createRoom(host);
  await host.getByRole('button', { name: 'Close' }).last().click();
  await expect(host.getByRole('dialog')).toBeHidden();
});

test('the host shares by the share sheet where there is one', async ({ host }) => {
  await host.addInitScript(() => {
    window.called = [];
    navigator.share = async (data) => void window.called?.push(data);
  });
  const code = await createRoom(host);
  await host.getByRole('button', { name: 'Invite' }).click();
  const [shared] = (await host.evaluate(() => window.called)) ?? [];
  expect(shared).toMatchObject({ text: `Join my 360° call. The room code is ${code}.` });
  await host.getByRole('button', { name: 'Close' }).last().click();
  await expect(host.getByText('Close the room?')).toBeVisible();
});

test('a host who is elsewhere is called back when the guest arrives', async ({ host, guest }) => {
  await host.addInitScript(watchCalls);
  const code = await createRoom(host);
  const own = await host.title();
  await host.evaluate(() => window.away?.(true));
  const seat = await takeSeat(guest.request, code, 'guest');
  await expect(host.getByText('Your guest is choosing their camera…')).toBeVisible();
  expect(await host.evaluate(() => window.called)).toEqual([]);
  seat.socket.close();
  await expect(host.getByText('Your guest is choosing their camera…')).toBeHidden();

  const other = await takeSeat(guest.request, code, 'guest');
  await other.request('requestChannel', { camera: { ...camera, cameraType: 'NO_CAM' } });
  await expect(host).toHaveTitle('(1) Your guest is here');
  const called = ['tone', 'tone', [200, 100, 200], 'Your guest is here'];
  expect(await host.evaluate(() => window.called)).toEqual(called);
  // Also on the room's page, which has a title of its own.
  await expect(host).toHaveURL(/\/room\/host\//);
  await expect(host).toHaveTitle('(1) Your guest is here');
  await host.evaluate(() => window.away?.(false));
  await expect(host).not.toHaveTitle(/\(1\)/);
  expect(own).not.toContain('(1)');
  expect((await host.evaluate(() => window.called))?.at(-1)).toBe('closed');
  other.socket.close();
});

test('a host who is there hears and sees the guest arrive, and is not notified', async ({ host, guest }) => {
  await host.addInitScript(watchCalls);
  const code = await createRoom(host);
  const other = await takeSeat(guest.request, code, 'guest');
  await other.request('requestChannel', { camera: { ...camera, cameraType: 'NO_CAM' } });
  await expect(host.getByText('Your guest is here. Opening the room…')).toBeVisible();
  expect(await host.evaluate(() => window.called)).toEqual(['tone', 'tone', [200, 100, 200]]);
  await expect(host).not.toHaveTitle(/\(1\)/);
  other.socket.close();
});

test('a code near its end is given five more minutes', async ({ host, guest }) => {
  const { token } = newRoomSchema.parse(await (await host.request.get('/api/channel/ticket')).json());
  const soon = sql`now() + interval '100 seconds'`;
  await inDatabase((db) => db.update(channel).set({ expiresAt: soon }).where(eq(channel.token, token)));
  await host.goto(`/room/host/${token}?skip=true`);
  await expect(host.getByText(/Expires in 01:\d\d/)).toBeVisible({ timeout: 30_000 });
  await host.getByRole('button', { name: '5 more minutes' }).click();
  await expect(host.getByText(/Expires in 06:\d\d/)).toBeVisible();
  await expect(host.getByRole('button', { name: '5 more minutes' })).toBeHidden();
  expect((await guest.request.get(`/api/channel/check/${token}`)).status()).toBe(200);
});

test('a pasted link works in the field, and proves the keys as an opened one', async ({ host, guest }) => {
  await host.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = await createRoom(host);
  await host.getByRole('button', { name: 'Copy link' }).click();
  await expect(host.getByText('Link copied')).toBeVisible();
  await guest.goto('/room/guest');
  await guest.getByLabel('Room code').fill(`Join me: ${await copied(host)}`);
  await guest.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(guest).toHaveURL(new RegExp(`/room/guest/${code.replaceAll('-', '')}\\?skip=true$`));
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  const proven = 'The invitation link shows that nobody is in between.';
  await expect((await openLock(guest)).getByText(proven)).toBeVisible({ timeout: 30_000 });
});

test('each code that does not work is told with its own words', async ({ host, guest }) => {
  const field = guest.getByLabel('Room code');
  const says = async (typed: string, words: RegExp) => {
    await field.fill(typed);
    await guest.getByRole('button', { name: 'Enter', exact: true }).click();
    await expect(field).toHaveAccessibleDescription(words);
  };
  // Its host has not opened it, so no media server writes its row.
  const { token } = newRoomSchema.parse(await (await host.request.get('/api/channel/ticket')).json());
  const code = formatRoomCode(token);
  await enterRoom(guest, 'K7O-4QX-9TI');
  await expect(field).toHaveAccessibleDescription(/Invalid code: room codes have no O, I/);
  await says('K7M-4QX', /Invalid code: a room code has nine letters and numbers/);
  await says('ACD-EFG-HJK', / Invalid code$/);
  const ended = (endReason: string) => ({ status: 'FINISHED', endReason, endedAt: new Date() });
  const set = (change: Partial<typeof channel.$inferInsert>) =>
    inDatabase((db) => db.update(channel).set(change).where(eq(channel.token, token)));
  await set({ status: 'STARTED', guestKey: 'other' });
  await says(code, /Someone else has already joined/);
  await set({ ...ended('expired'), guestKey: null });
  await says(`${code} `, /This room code has expired/);
  await set(ended('left'));
  await says(code, /The room with this code is closed/);
  await expectAccessible(guest);
});

test('the location is offered folded away, off for everybody', async ({ host }) => {
  await createRoom(host);
  const first = host.getByLabel(/Share my location while I wait/);
  await expect(first).toBeHidden();
  await host.getByText('Share where I am…').click();
  await expect(first).not.toBeChecked();
  await expect(host.getByLabel('Let my guest see it too')).toBeDisabled();
});

for (const [width, height, path] of [
  [360, 740, '/es'],
  [390, 844, '/'],
  [844, 390, '/'],
  [1280, 800, '/es'],
] as const) {
  test(`the code’s screen fits ${width}×${height} on ${path}`, async ({ host }, info) => {
    await host.setViewportSize({ width, height });
    await host.goto(path);
    const isSpanish = path === '/es';
    await host.getByRole('button', { name: isSpanish ? 'Empezar' : 'Start' }).click();
    for (let times = 0; times < 2; times++)
      await host.getByRole('button', { name: isSpanish ? 'Crear sala' : 'Create room' }).click();
    await expect(host.getByTestId('room-code')).toBeVisible();
    const invite = host.getByRole('button', { name: isSpanish ? 'Invitar' : 'Invite' });
    await invite.click();
    await expect(invite).toBeInViewport({ ratio: 1 });
    await host.screenshot({ path: info.outputPath(`code-${width}.png`) });
    const dialog = host.getByTestId('setup');
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
  });
}
