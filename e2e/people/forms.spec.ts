import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { emailToken } from '#db/schema/index.ts';
import admin from '#locales/en/admin.json' with { type: 'json' };
import errors from '#locales/en/errors.json' with { type: 'json' };
import { makeCall, unique } from '#tests/support/people/people.ts';
import { ACCOUNT, ADMIN, type FormCase, PROFILE, reset, review, STRANGER } from './form-cases.ts';
import { expect, hydrated, makeStreamer, type PeopleSite, refusingTest, signUp } from './site.ts';

const NO_PICTURE = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };

for (const javaScriptEnabled of [true, false]) {
  refusingTest.describe(`a refused form, ${javaScriptEnabled ? 'with' : 'without'} JavaScript,`, () => {
    refusingTest.use({ javaScriptEnabled });

    const tryAll = async (page: Page, cases: readonly FormCase[]) => {
      for (const one of cases) {
        await refusingTest.step(`${one.path} ${one.intent}`, () => tryCase(page, one, javaScriptEnabled));
      }
    };

    refusingTest('of strangers', async ({ page, site }) => {
      const { id, username } = await signUp(page, site);
      const path = await resetPath(site, id, `${username}@example.org`);
      await page.context().clearCookies();
      await tryAll(page, [...STRANGER, reset(path)]);
    });

    refusingTest('of an account', async ({ page, site }) => {
      const me = await signUp(page, site);
      const streamer = await makeStreamer(site);
      await makeCall(site.db, streamer.id, me.id);
      await tryAll(page, [...ACCOUNT, review(`/user/${streamer.username}`)]);
    });

    refusingTest('of a profile', async ({ page, site }) => {
      await signUp(page, site, ['PRODUCER']);
      await tryAll(page, PROFILE);
    });

    refusingTest('of the administration', async ({ page, site }) => {
      await signUp(page, site, ['ADMIN']);
      await tryAll(page, ADMIN);
    });
  });
}

refusingTest('a picture that is refused in the editor is refused at its field', async ({ page, site }) => {
  await signUp(page, site, ['ADMIN']);
  const post = { name: unique('post'), language: 'ENGLISH', title: 'A post', body: 'Words.' };
  const { id }: { id: string } = await (await page.request.post('/api/blog', { data: post })).json();
  await page.goto(`/admin/blog/${id}`);
  await hydrated(page);
  const field = page.getByLabel(admin.markdown.file, { exact: true });
  await field.setInputFiles(NO_PICTURE);
  await page.getByLabel(admin.markdown.alt).fill('Kept');
  await page.getByRole('button', { name: admin.markdown.upload }).click();
  await expectWrong(field, errors.UNSUPPORTED_MEDIA);
  await expect(field).toBeFocused();
  await expect(page.getByLabel(admin.markdown.alt)).toHaveValue('Kept');
});

async function tryCase(page: Page, one: FormCase, javaScriptEnabled: boolean): Promise<void> {
  const { fill = {}, tick = {}, wrong } = one;
  await page.goto(one.path);
  if (javaScriptEnabled) await hydrated(page);
  const form = page.locator('form').filter({ has: page.locator(`[name=intent][value=${one.intent}]`) });
  const field = (name: string) => form.locator(`[name="${name}"]`);
  for (const [name, value] of Object.entries(fill)) await type(field(name), value);
  for (const [name, value] of Object.entries(tick))
    await form.locator(`[name="${name}"][value="${value}"]`).check();
  if (one.file) await field(one.file).setInputFiles(NO_PICTURE);
  if (!one.sendsItself || !javaScriptEnabled) await form.getByRole('button').last().click();

  for (const [name, words] of Object.entries(wrong)) {
    const isGroup = (await field(name).first().getAttribute('type')) === 'radio';
    await expectWrong(isGroup ? form.getByRole('radiogroup') : field(name), words);
  }
  const [first = ''] = Object.keys(wrong);
  await expect(field(first).first()).toBeFocused();
  for (const name of Object.keys(fill).filter((typed) => !(typed in wrong))) {
    await expect(field(name), name).not.toHaveAttribute('aria-invalid');
  }
  for (const [name, value] of Object.entries(fill)) {
    // Only a page that stays loaded keeps passwords: the server never sends them back.
    const isKept = javaScriptEnabled || !/password/i.test(name);
    await expect(field(name), name).toHaveValue(isKept ? value : '');
  }
  for (const [name, value] of Object.entries(tick)) {
    await expect(form.locator(`[name="${name}"][value="${value}"]`)).toBeChecked();
  }
}

async function type(field: Locator, value: string): Promise<void> {
  const isSelect = await field.evaluate((element) => element instanceof HTMLSelectElement);
  if (isSelect) await field.selectOption(value);
  else await field.fill(value);
}

async function expectWrong(field: Locator, words: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  // A hint may precede it.
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  await expect(field).toHaveAccessibleDescription(new RegExp(`${escaped}$`));
}

/** Creates a reset token. @returns the path of its page */
async function resetPath(site: PeopleSite, userId: string, email: string): Promise<string> {
  const token = unique('token');
  const tokenHash = createHash('sha256').update(token).digest('base64url');
  const expiresAt = new Date(Date.now() + 3_600_000);
  await site.db.insert(emailToken).values({ userId, purpose: 'RESET_PASSWORD', email, tokenHash, expiresAt });
  return `/login/reset/${token}`;
}
