import sharp from 'sharp';
import { pretendGpu } from '../../support/pretend-gpu.ts';
import { expect } from '../../support/test.ts';
import { arrivingSizes } from '../support/connections.ts';
import { chooseView, openMore, openStats } from '../support/controls.ts';
import {
  expectPart,
  expectSharp,
  expectWhole,
  startDetailedCall,
  detailedTest as test,
  turnTo,
} from '../support/detailed.ts';
import { sphere } from '../support/people.ts';

for (const way of ['planes', 'texture'] as const)
  test(`the part of the picture that a guest looks at is in full detail, by ${way}`, async ({
    host,
    guest,
  }) => {
    if (way === 'texture') await guest.addInitScript(pretendGpu);
    await startDetailedCall(host, guest);
    await expectSharp(guest);

    await test.step('and follows', async () => {
      await turnTo(guest, 'right', 'ArrowRight');
      await expectSharp(guest);
    });

    await test.step('also if the guest does not show where that is', async () => {
      const frame = host.getByRole('img', { name: 'What the other person sees' });
      await expect(frame).toBeVisible();
      await openMore(guest, 'Guide');
      await guest.getByLabel('Show the other person where I look').uncheck();
      await guest.keyboard.press('Escape');
      await expect(frame).toBeHidden();
      await turnTo(guest, 'front', 'ArrowLeft');
      await expectSharp(guest);
    });

    await test.step('which the statistics count', async () => {
      await expect((await openStats(guest)).getByRole('row', { name: /^Resolution/ })).toContainText(
        '3840 × 1920',
      );
    });
  });

test('the whole picture comes where more than the view is shown or kept, and where that is chosen', async ({
  host,
  guest,
}) => {
  const wishes: boolean[] = [];
  guest.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.name === 'wishVideo') wishes.push(message.data.detail);
    }),
  );
  await startDetailedCall(host, guest);

  await test.step('on the map', async () => {
    await chooseView(guest, 'Map');
    await expectWhole(guest);
    await chooseView(guest, 'Sphere');
    await expectPart(guest);
  });

  await test.step('in a saved sphere', async () => {
    const panel = await openMore(guest, 'Capture');
    wishes.length = 0;
    const [download] = await Promise.all([
      guest.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save the whole sphere' }).click(),
    ]);
    // How large the whole becomes within the time that saving waits depends on bandwidth and processors.
    const { width = 0, height = 0 } = await sharp(await download.path()).metadata();
    expect(width / height).toBeCloseTo(2, 1);
    await expect.poll(() => wishes).toEqual([false, true]);
    await expectPart(guest);
  });

  await test.step('without the choice', async () => {
    await openMore(guest, 'Guide');
    const choice = guest.getByLabel(/Sharper picture where I look/);
    await choice.uncheck();
    await expectWhole(guest);
    await choice.check();
    await guest.keyboard.press('Escape');
    await expectPart(guest);
  });
});

test('the part in full detail comes back after the camera was off, and after a reload', async ({
  host,
  guest,
}) => {
  await startDetailedCall(host, guest);
  const camera = host.getByRole('button', { name: 'Turn camera off' });
  await camera.click();
  await expect(guest.getByText(/has their camera off/)).toBeVisible();
  await expect.poll(() => arrivingSizes(guest)).toEqual([]);
  await camera.click();
  await expectPart(guest);
  await expectSharp(guest);

  await guest.reload();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expectPart(guest);
  await host.reload();
  await expectPart(guest);
});
