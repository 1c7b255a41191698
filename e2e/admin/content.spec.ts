import sharp from 'sharp';
import { expect, make, signInAsAdmin, test, unique } from './people.ts';

const post = () => ({ name: unique('post'), language: 'ENGLISH', title: 'A post', body: 'First words.' });

test('a post is written beside its preview, and gets a picture', async ({ page }) => {
  await signInAsAdmin(page);
  const id = await make(page, 'blog', post());
  await page.goto(`/admin/blog/${id}`);
  const text = page.getByLabel('Text', { exact: true });
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('First words.')).toBeVisible();
  await text.fill('# Heading\n\nSome **bold** words. <script>alert(1)</script>');
  await expect(preview.getByRole('heading', { name: 'Heading' })).toBeVisible();
  await expect(preview.locator('strong')).toHaveText('bold');
  await expect(preview).toContainText('<script>');

  const buffer = await sharp({ create: { width: 1024, height: 512, channels: 3, background: 'coral' } })
    .png()
    .toBuffer();
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Upload and insert' }).click();
  await expect(page.getByText('Say what it shows')).toBeVisible();
  await page.getByLabel('What the picture shows').fill('A [coral] field');
  await page.getByLabel('Show it').selectOption({ label: 'In 360°' });
  await page.getByRole('button', { name: 'Upload and insert' }).click();
  await expect(text).toHaveValue(
    new RegExp(`\n\n!\\[A \\\\\\[coral\\\\\\] field\\]\\(/api/image/blog/${id}/[0-9a-f-]+\\)$`),
  );
  const picture = preview.getByRole('img', { name: 'A [coral] field' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1024);

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'A [coral] field' })).toBeVisible();

  const { name }: { name: string } = await (await page.request.get(`/api/blog/${id}`)).json();
  await page.goto(`/blog/${name}`);
  await page.getByRole('link', { name: 'A [coral] field' }).click();
  await expect(page.getByRole('dialog').getByRole('application', { name: /coral/ })).toBeVisible();
});

test('on a phone, the text and its preview show one at a time', async ({ page }) => {
  await signInAsAdmin(page);
  const id = await make(page, 'blog', post());
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/blog/${id}`);
  await expect(page.getByRole('region', { name: 'Preview' })).toBeHidden();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('First words.');
  await expect(page.getByLabel('Text', { exact: true })).toBeHidden();
});

test('the same post in the other language starts as a copy, and is then shown beside it', async ({
  page,
}) => {
  await signInAsAdmin(page);
  const english = post();
  await page.goto(`/admin/blog/${await make(page, 'blog', english)}`);
  await page.getByRole('link', { name: 'Create Spanish version' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(english.name);
  await expect(page.getByLabel('Language', { exact: true })).toHaveValue('SPANISH');
  await page.getByRole('button', { name: 'English', exact: true }).click();
  const beside = page.getByRole('region', { name: 'English version' });
  await expect(beside).toContainText('First words.');

  await page.getByLabel('Title').fill('Un artículo');
  await page.getByLabel('Text', { exact: true }).fill('Primeras palabras.');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Created.')).toBeVisible();
  await page.getByRole('link', { name: 'Open English version' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('A post');
  await page.getByRole('button', { name: 'Spanish', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Spanish version' })).toContainText('Primeras palabras.');
});
