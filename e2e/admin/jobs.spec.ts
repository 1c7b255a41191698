import { PgBoss } from 'pg-boss';
import { jobDatabase } from '#db/jobs.ts';
import { expect, signUp, test } from '../people/site.ts';

const WORDS = {
  en: {
    home: '/admin',
    jobs: 'Jobs',
    filters: 'Filters',
    state: 'State',
    failed: 'Failed',
    apply: 'Apply',
    error: 'The data do not match the schema',
    retry: 'Retry',
    retried: 'Job queued again.',
  },
  es: {
    home: '/es/admin',
    jobs: 'Tareas',
    filters: 'Filtros',
    state: 'Estado',
    failed: 'Fallida',
    apply: 'Aplicar',
    error: 'The data do not match the schema',
    retry: 'Reintentar',
    retried: 'La tarea vuelve a estar en la cola.',
  },
} as const;

for (const [language, javaScriptEnabled] of [
  ['en', true],
  ['es', false],
] as const) {
  test.describe(javaScriptEnabled ? 'jobs' : 'jobs, without JavaScript,', () => {
    test.use({ javaScriptEnabled });

    test('are filtered by state, and retried after a failure', async ({ page, site }) => {
      const words = WORDS[language];
      await signUp(page, site, ['ADMIN']);
      const wrong = { about: language };
      await new PgBoss({ db: jobDatabase(site.db) }).send('email-send', wrong);

      await page.goto(words.home);
      await page.getByRole('link', { name: words.jobs, exact: true }).click();
      await page.getByText(words.filters, { exact: true }).click();
      await page.getByLabel(words.state).selectOption(words.failed);
      const row = page.getByRole('row', { name: words.error }).first();
      await expect(async () => {
        await page.getByRole('button', { name: words.apply }).click();
        await expect(row).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await expect(page).toHaveURL(/\?state=failed$/);
      await row.getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('email-send');
      await expect(page.locator('pre')).toHaveText(JSON.stringify(wrong, null, 2));
      await page.getByRole('button', { name: words.retry }).click();
      await expect(page.getByText(words.retried)).toBeVisible();
    });
  });
}
