import type { Locator, Page } from '@playwright/test';
import { PAD_RELEASE_MS, PAD_RENEWAL_MS } from '#protocol/limits.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { sphere, startCall, test } from '../support/people.ts';

const LEFT = { on: 'A0 03 01 A4', off: 'A0 03 00 A3' };
const UP = { on: 'A0 01 01 A2', off: 'A0 01 00 A1' };
const ALL_OFF = ['A0 01 00 A1', 'A0 02 00 A2', 'A0 03 00 A3', 'A0 04 00 A4'];

/** A serial port that records the bytes written to it, with their times. Runs in the page. */
function recordSerial(): void {
  const written: { bytes: string; at: number }[] = [];
  const port = Object.assign(new EventTarget(), {
    writable: null as WritableStream<Uint8Array> | null,
    getInfo: () => ({ usbVendorId: 0x1a86, usbProductId: 0x7523 }),
    async open({ baudRate }: { baudRate: number }) {
      document.documentElement.dataset.baudRate = String(baudRate);
      port.writable = new WritableStream({
        write(chunk) {
          const hex = Array.from(chunk, (byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
          written.push({ bytes: hex.join(' '), at: performance.now() });
        },
      });
    },
    async close() {
      port.writable = null;
    },
  });
  Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port } });
  Object.assign(window, {
    writtenToSerial: () => written,
    unplugSerial: () => port.dispatchEvent(new Event('disconnect')),
  });
}

/** A script that suppresses timers of this length until `restoreTimers`. */
const withoutTimer = (name: 'setTimeout' | 'setInterval', ms: number) => `{
  const { ${name} } = window;
  window.${name} = (run, length, ...rest) => (length === ${ms} ? 0 : ${name}(run, length, ...rest));
  window.restoreTimers = () => { window.${name} = ${name}; };
}`;

type Written = { bytes: string; at: number };
const written = (page: Page) => page.evaluate<Written[]>('writtenToSerial()');
const bytes = async (page: Page) => (await written(page)).map((command) => command.bytes);
const pad = (page: Page) => page.getByRole('group', { name: /^Direct the host/ });
const arrow = (page: Page, direction: string) => page.locator(`[data-direction="${direction}"]`);

/** The centre of an element that is on the screen. */
async function middle(element: Locator): Promise<[number, number]> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

test('a guest directs the host, and the relay follows', async ({ host, guest }) => {
  await host.addInitScript(recordSerial);
  await startCall(host, guest);
  const left = pad(guest).getByRole('button', { name: 'Left' });
  const settings = host.getByRole('region', { name: 'Directions' });
  const relay = settings.getByRole('status');

  await test.step('once the host allows it', async () => {
    await expect(pad(guest)).toBeHidden();
    await openMore(host, 'Guide');
    await settings.getByLabel('Let the other person direct me').check();
    await expect(left).toBeVisible();
    await expect(relay).toHaveText('Not connected');
    await settings.getByRole('button', { name: 'Connect direction relay' }).click();
    await expect(relay).toHaveText('Connected: LCUS-4 (CH340), USB 1A86:7523');
    expect(await host.evaluate(() => document.documentElement.dataset.baudRate)).toBe('9600');
    await expect.poll(() => bytes(host)).toEqual(ALL_OFF);
    await expectAccessible(guest, { targetSize: false });
    await expectAccessible(host, { targetSize: false });
    await host.keyboard.press('Escape');
  });

  await test.step('by holding a button', async () => {
    const { length } = await written(host);
    await guest.mouse.move(...(await middle(left)));
    await guest.mouse.down();
    await expect(left).toHaveAttribute('aria-pressed', 'true');
    await expect(arrow(host, 'left')).toBeVisible();
    await expect(host.getByRole('status').filter({ hasText: 'Direction: Left' })).toBeVisible();
    const [begun] = (await written(host)).slice(length);
    expect(begun?.bytes).toBe(LEFT.on);
    // Longer than a direction lasts without being renewed.
    await expect
      .poll(() => host.evaluate(() => performance.now()))
      .toBeGreaterThan((begun?.at ?? 0) + 2 * PAD_RELEASE_MS);
    await expect(arrow(host, 'left')).toBeVisible();
    await guest.mouse.up();
    await expect(left).toHaveAttribute('aria-pressed', 'false');
    await expect(arrow(host, 'left')).toBeHidden();
    await expect.poll(async () => (await bytes(host)).at(-1)).toBe(LEFT.off);
  });

  await test.step('by keys, which then neither turn the view nor move the tile', async () => {
    const { length } = await written(host);
    await sphere(guest).focus();
    await guest.keyboard.down('Shift');
    await guest.keyboard.down('ArrowUp');
    await guest.keyboard.down('ArrowLeft');
    await expect(arrow(host, 'up')).toBeVisible();
    await expect(arrow(host, 'left')).toBeVisible();
    expect((await bytes(host)).slice(length)).toEqual(expect.arrayContaining([UP.on, LEFT.on]));
    await expect(guest.getByRole('button', { name: /^View. Looking 0°/ })).toBeVisible();
    await guest.keyboard.up('Shift');
    await expect(host.locator('[data-direction]')).toHaveCount(0);
    await guest.keyboard.up('ArrowUp');
    await guest.keyboard.up('ArrowLeft');
    await expect.poll(async () => (await bytes(host)).slice(-2).toSorted()).toEqual([UP.off, LEFT.off]);

    await guest.getByRole('button', { name: 'Messages' }).click();
    await guest.getByLabel('Message', { exact: true }).fill('one word');
    await guest.keyboard.press('Shift+ArrowLeft');
    await guest.keyboard.press('Delete');
    await expect(guest.getByLabel('Message', { exact: true })).toHaveValue('one wor');
    await guest.keyboard.press('Escape');
  });

  await test.step('until the guest’s page loses the focus', async () => {
    const up = pad(guest).getByRole('button', { name: 'Forward' });
    await guest.mouse.move(...(await middle(up)));
    await guest.mouse.down();
    await expect(arrow(host, 'up')).toBeVisible();
    await guest.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect(arrow(host, 'up')).toBeHidden();
    await expect(up).toHaveAttribute('aria-pressed', 'false');
    await guest.mouse.up();
  });

  await test.step('an unplugged relay is reported, and can be connected again', async () => {
    await host.evaluate('unplugSerial()');
    await openMore(host, 'Guide');
    await expect(relay).toHaveText('The relay was unplugged.');
    await settings.getByRole('button', { name: 'Connect direction relay' }).click();
    await expect(relay).toHaveText(/^Connected/);
    await host.keyboard.press('Escape');
  });

  await test.step('until a direction is not renewed, even if timers are delayed as in a hidden tab', async () => {
    await guest.evaluate(withoutTimer('setInterval', PAD_RENEWAL_MS));
    await host.evaluate(withoutTimer('setTimeout', PAD_RELEASE_MS));
    const { length } = await written(host);
    await guest.mouse.move(...(await middle(left)));
    await guest.mouse.down();
    await expect.poll(async () => (await bytes(host)).slice(length)).toEqual([LEFT.on, LEFT.off]);
    await expect(left).toHaveAttribute('aria-pressed', 'true');
    await guest.mouse.up();
    for (const page of [guest, host]) await page.evaluate('restoreTimers()');
  });

  await test.step('until the guest’s page is closed', async () => {
    await guest.mouse.move(...(await middle(left)));
    await guest.mouse.down();
    await expect(arrow(host, 'left')).toBeVisible();
    expect((await bytes(host)).at(-1)).toBe(LEFT.on);
    await guest.close();
    await expect(arrow(host, 'left')).toBeHidden();
    await expect.poll(async () => (await bytes(host)).at(-1)).toBe(LEFT.off);
  });
});

test('all directions of a relay are off after the call, and when its page is left', async ({
  host,
  guest,
}) => {
  await host.addInitScript(recordSerial);
  await startCall(host, guest);
  await openMore(host, 'Guide');
  await host.getByLabel('Let the other person direct me').check();
  await host.getByRole('button', { name: 'Connect direction relay' }).click();
  await expect(host.getByRole('button', { name: 'Disconnect direction relay' })).toBeVisible();
  await host.keyboard.press('Escape');
  await host.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await expect.poll(() => bytes(host)).toEqual([...ALL_OFF, ...ALL_OFF]);
  // The guest's keys act once the pad is shown.
  await expect(guest.getByRole('group', { name: 'Direct the host', exact: false })).toBeVisible();
  await sphere(guest).focus();
  await guest.keyboard.down('Shift');
  await guest.keyboard.down('ArrowLeft');
  await expect(arrow(host, 'left')).toBeVisible();
  await guest.getByRole('button', { name: 'Leave' }).click();
  await expect(host.getByRole('heading', { name: 'Call ended' })).toBeVisible();
  await expect.poll(async () => (await bytes(host)).slice(-4)).toEqual(ALL_OFF);
});
