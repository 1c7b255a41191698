import type { Database } from '../client.ts';
import { fragment } from '../schema/index.ts';
import { readTexts } from './texts.ts';

/**
 * Writes the help pages and the privacy policy into a database that has no fragments at all. What administrators
 * change or delete afterwards stays so.
 */
export async function seedFragments(db: Database): Promise<void> {
  if ((await db.$count(fragment)) > 0) return;
  const texts = await readTexts('fragments');
  await db
    .insert(fragment)
    .values(texts.map(({ name, language, title, body }) => ({ name, language, title, body })));
}
