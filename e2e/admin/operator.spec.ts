import type { Page } from '@playwright/test';
import { seedDemo } from '#db/seed/demo/index.ts';
import type { ParameterName } from '#protocol/parameters.ts';
import { expect, expectAccessible, file, type PeopleSite, signUp, withSite } from '../people/site.ts';
import { test as strict } from '../support/test.ts';

/** Each test has a new site with demo content, as its settings are for all pages. */
const test = strict.extend<{ site: PeopleSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  site: [async ({}, use) => withSite(use, seedDemo), { timeout: 120_000 }],
  baseURL: async ({ site }, use) => use(site.url),
});

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const COLOUR = '#0a7f5c';
const NAME = 'Far & away';
const OPERATOR = 'Distant Views Ltd';
const ADDRESS = ['Main Street 1', '12345 Town'];

const EN = {
  prefix: '',
  firstSteps: 'First steps',
  wrong: [/^It is called Panocall/, /^The imprint and the terms name nobody/, /^Emails are written into/],
  name: 'Give the site a name',
  operator: 'Say who operates it',
  relay: 'Relay calls (TURN)',
  relayWrong: /^People in networks that block UDP/,
  notNeeded: 'Not needed here',
  neededAfterAll: 'Needed after all',
  done: '(done)',
  value: 'Value',
  save: 'Save',
  saved: 'Saved.',
  picture: 'Picture',
  upload: 'Upload logo',
  uploaded: 'The logo has been saved.',
  missing: /the operator's name/,
  deleteDemo: 'Delete the demo content',
  demoDeleted: 'The demo content is deleted.',
};
type Words = typeof EN;

const ES: Words = {
  prefix: '/es',
  firstSteps: 'Primeros pasos',
  wrong: [/^Se llama Panocall/, /^El aviso legal y las condiciones no nombran/, /^Los correos se guardan en/],
  name: 'Ponerle nombre al sitio',
  operator: 'Decir quién lo gestiona',
  relay: 'Retransmitir llamadas (TURN)',
  relayWrong: /^Quien está en una red que bloquea UDP/,
  notNeeded: 'Aquí no hace falta',
  neededAfterAll: 'Sí hace falta',
  done: '(hecho)',
  value: 'Valor',
  save: 'Guardar',
  saved: 'Guardado.',
  picture: 'Imagen',
  upload: 'Subir logotipo',
  uploaded: 'El logotipo se ha guardado.',
  missing: /el nombre del responsable/,
  deleteDemo: 'Borrar el contenido de demostración',
  demoDeleted: 'El contenido de demostración se ha borrado.',
};

/** The accent colour and the picture of the mark in the page's header. */
const lookOf = (page: Page) =>
  page.evaluate(() => ({
    accent: getComputedStyle(document.documentElement).getPropertyValue('--accent'),
    mark: getComputedStyle(document.querySelector('header .mark') ?? document.body).backgroundImage,
  }));

for (const { t, viewport, theirs } of [
  { t: EN, viewport: DESKTOP, theirs: PHONE },
  { t: ES, viewport: PHONE, theirs: DESKTOP },
]) {
  test.describe(`at ${t.prefix}/admin on ${viewport.width} px`, () => {
    test.use({ viewport });

    test('an operator makes a new site their own', async ({ page, site, browser, baseURL }) => {
      test.slow();
      await signUp(page, site, ['ADMIN']);
      const steps = page.getByRole('region', { name: t.firstSteps });
      const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name });
      const visitor = await (await browser.newContext({ baseURL, viewport: theirs })).newPage();

      await test.step('the first steps say what is wrong, as the legal pages do', async () => {
        await page.goto(`${t.prefix}/admin`);
        for (const text of t.wrong) await expect(steps.getByText(text)).toBeVisible();
        await expectAccessible(page);
        await visitor.goto(`${t.prefix}/imprint`);
        await expect(visitor.getByText(t.missing).first()).toBeVisible();
        await expectAccessible(visitor);
      });

      const set = async (name: ParameterName, value: string) => {
        const heading = page.getByRole('heading', { name, exact: true });
        const setting = page.getByRole('listitem').filter({ has: heading });
        await setting.getByLabel(t.value).fill(value);
        await setting.getByRole('button', { name: `${t.save} ${name}` }).click();
        await expect(setting.getByText(t.saved)).toBeVisible();
      };
      await test.step('they set the name, the colour, the logo and who they are', async () => {
        await steps.getByRole('link', { name: t.name }).click();
        await set('site-name', NAME);
        await set('site-colour', COLOUR);
        await set('operator-name', OPERATOR);
        await set('operator-address', ADDRESS.join('\n'));
        await page.getByLabel(t.picture).setInputFiles(await file(300, 300));
        await page.getByRole('button', { name: t.upload }).click();
        await expect(page.getByText(t.uploaded)).toBeVisible();
        await expectAccessible(page);
      });

      const isOurs = async (its: Page) => {
        await expect(its.getByRole('banner').getByText(NAME)).toBeAttached();
        await expect(its).toHaveTitle(new RegExp(NAME));
        expect(await lookOf(its)).toEqual({
          accent: COLOUR,
          mark: expect.stringContaining('/icons/logo.png'),
        });
      };
      await test.step('the first steps know, and one is not needed', async () => {
        await page.goto(`${t.prefix}/admin`);
        await isOurs(page);
        for (const name of [t.name, t.operator]) await expect(step(name)).toContainText(t.done);
        await expect(steps.getByText(t.relayWrong)).toBeVisible();
        await step(t.relay).getByRole('button', { name: t.notNeeded }).click();
        await expect(step(t.relay).getByRole('button', { name: t.neededAfterAll })).toBeVisible();
        await expect(steps.getByText(t.relayWrong)).toBeHidden();
        await expectAccessible(page);
      });

      await test.step('a visitor finds their site', async () => {
        await visitor.goto(t.prefix || '/');
        await isOurs(visitor);
        await expect(visitor.getByRole('banner').getByText(NAME)).toBeVisible();
        await expectAccessible(visitor);
        for (const path of ['/terms', '/imprint']) {
          await visitor.goto(`${t.prefix}${path}`);
          await isOurs(visitor);
          for (const text of [OPERATOR, ...ADDRESS])
            await expect(visitor.getByRole('main')).toContainText(text);
          await expectAccessible(visitor);
        }
      });

      await test.step('the demo content goes by its button', async () => {
        await visitor.goto(`${t.prefix}/user`);
        await expect(visitor.getByRole('article').first()).toBeVisible();
        await page.getByRole('link', { name: t.deleteDemo, exact: true }).last().click();
        const dialog = page.getByRole('dialog');
        await expectAccessible(page);
        await dialog.getByRole('button', { name: t.deleteDemo }).click();
        await expect(page.getByText(t.demoDeleted)).toBeVisible();
        await expect(step(t.deleteDemo)).toContainText(t.done);
        await expectAccessible(page);
        await visitor.reload();
        await expect(visitor.getByRole('article')).toHaveCount(0);
        await expectAccessible(visitor);
      });
      await visitor.context().close();
    });
  });
}
