import type { Database } from '../client.ts';
import { fragment } from '../schema/index.ts';
import { readTexts } from './texts.ts';

/**
 * Writes the help pages and the privacy policy into a database that has no fragments. Fragments that administrators
 * changed or deleted are never restored, and existing ones are not updated when these texts change.
 */
export async function seedFragments(db: Database): Promise<void> {
  if ((await db.$count(fragment)) > 0) return;
  const texts = await readTexts('fragments');
  await db
    .insert(fragment)
    .values(texts.map(({ name, language, title, body }) => ({ name, language, title, body })));
}
