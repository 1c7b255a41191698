import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { test } from '../support/people.ts';

const MEASURED = { timeout: 30_000 };

test.use({ expectedErrors: [/Failed to load resource/] });

test('camera, device and connection are checked before a call, and the results remembered', async ({
  host,
}) => {
  await host.goto('/');
  await host.getByRole('button', { name: 'Start' }).click();
  await host.getByRole('button', { name: 'Create room' }).click();
  await host.getByRole('button', { name: 'More settings' }).click();
  const step = (name: string) => host.getByRole('listitem').filter({ hasText: name });
  const again = (name: string) => host.getByRole('button', { name: `Check: ${name}` });
  const verdict = host.getByTestId('check-verdict');

  // Without the web server this step fails and says so; the others still have their results.
  await host.route('**/api/channel/ticket', (route) => route.abort());
  await host.getByRole('button', { name: 'Check camera and connection' }).click();
  await expect(host.getByRole('heading', { name: 'Camera and connection' })).toBeFocused();
  await expect(verdict).toContainText('Soft: 4 pixels per degree', MEASURED);
  await expect(step('Camera')).toContainText(/1280 × 640, \d+ frames\/s/);
  await expect(step('Video encoder')).toContainText(/In software\. 1280 × 640 at up to \d+ frames\/s/);
  await expect(step('Display')).toContainText(/Pictures up to \d+.* pixels wide, without a graphics card/);
  await expect(step('Upload')).toContainText('Server temporarily unavailable');
  await expect(step('Microphone')).toContainText('We hear you.', MEASURED);

  await host.unroute('**/api/channel/ticket');
  await again('Upload').click();
  await expect(step('Upload')).toContainText(/\d Mbit\/s.* \d+ ms there and back/, MEASURED);
  await again('Speaker').click();
  await host.getByRole('button', { name: 'No', exact: true }).click();
  await expect(again('Speaker')).toBeFocused();
  await expect(step('Speaker')).toContainText('choose another speaker');
  await expectAccessible(host);

  await host.reload();
  await host.getByRole('button', { name: 'Start' }).click();
  await host.getByRole('button', { name: 'Create room' }).click();
  await host.getByRole('button', { name: 'More settings' }).click();
  await expect(host.getByText(/^Checked on /)).toBeVisible();
  await host.getByRole('button', { name: 'Check camera and connection' }).click();
  await expect(verdict).toContainText('Soft: 4 pixels per degree');
  await expect(step('Upload')).toContainText(/Mbit\/s/);
  await expect(step('Microphone')).toContainText('Not checked');
  await host.getByRole('button', { name: 'Done' }).click();
  await expect(host.getByLabel('Quality')).toBeVisible();
});
