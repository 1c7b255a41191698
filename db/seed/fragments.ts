import { and, eq } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { fragment } from '../schema/index.ts';
import { readTexts } from './texts.ts';

/**
 * Writes the help pages and those about the operator into a database that has no fragments, and the texts of those that a
 * migration has added since. Fragments that administrators changed or deleted are never restored, and existing ones are
 * not updated when these texts change.
 */
export async function seedFragments(db: Database): Promise<void> {
  const texts = await readTexts('fragments');
  if ((await db.$count(fragment)) > 0) {
    for (const { name, language, body } of texts) {
      const isAdded = and(eq(fragment.name, name), eq(fragment.language, language), eq(fragment.version, 1));
      await db
        .update(fragment)
        .set({ body })
        .where(and(isAdded, eq(fragment.body, '')));
    }
    return;
  }
  await db
    .insert(fragment)
    .values(texts.map(({ name, language, title, body }) => ({ name, language, title, body })));
}
