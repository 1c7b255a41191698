import { eq } from 'drizzle-orm';
import { inquiry } from '#db/schema/index.ts';
import { expect, signUp, test } from './site.ts';

test('the author of a message reads it and its answer; nobody else does', async ({ page, site, browser }) => {
  const me = await signUp(page, site);
  await page.goto('/es/contact-us');
  await page.getByLabel('Mensaje').fill('¿Cuánto cuesta?\n<b>¡Gracias!</b>');
  await page.getByRole('button', { name: 'Enviar mensaje' }).click();
  await page.getByRole('link', { name: 'Ver tus mensajes' }).click();
  await expect(page.getByText('¿Cuánto cuesta?')).toBeVisible();
  await page.getByRole('link', { name: /^Mensaje, / }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mensaje');
  await expect(page.getByText('<b>¡Gracias!</b>')).toBeVisible();
  await expect(page.getByText('Pendiente de respuesta')).toBeVisible();

  const answer = { answer: 'Nada.', answeredAt: new Date('2026-11-21T12:00:00Z') };
  const [row] = await site.db.update(inquiry).set(answer).where(eq(inquiry.userId, me.id)).returning();
  await page.reload();
  const region = page.getByRole('region', { name: 'Nuestra respuesta' });
  await expect(region).toContainText('Nada.');
  await expect(region).toContainText('21 de noviembre de 2026');

  const other = await browser.newContext({ baseURL: site.url });
  const theirPage = await other.newPage();
  await signUp(theirPage, site);
  const refused = await theirPage.goto(`/es/personal/inquiry/${row?.id}`);
  expect(refused?.status()).toBe(404);
  await expect(theirPage.getByRole('main')).not.toContainText('Cuánto');
  await other.close();
});
