import { and, asc, eq, like } from 'drizzle-orm';
import { recordOf } from '#app/i18n/language-records.ts';
import type { Language } from '#app/i18n/languages.ts';
import { db } from '#app/platform/database.server.ts';
import { fragment } from '#db/schema/index.ts';

const PREFIX = 'help-';

/** Order of the sections; those added by administrators follow, sorted by title. */
const ORDER = ['join', 'host', 'book', 'stream', 'cameras', 'connection', 'troubleshooting', 'privacy'].map(
  (name) => PREFIX + name,
);

/** The sections of the help page: fragments whose name starts with `help-`. */
export async function listHelp(language: Language): Promise<{ name: string; title: string; body: string }[]> {
  const rows = await db
    .select({ name: fragment.name, title: fragment.title, body: fragment.body })
    .from(fragment)
    .where(and(eq(fragment.language, recordOf(language)), like(fragment.name, `${PREFIX}%`)))
    .orderBy(asc(fragment.title), asc(fragment.name));
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return rows.sort((a, b) => place(a.name) - place(b.name));
}
