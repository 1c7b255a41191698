import { and, eq, ne, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { isPublished } from '#app/entities/blog/descriptor.server.ts';
import { isDemo } from '#app/entities/demo.server.ts';
import { id, instant } from '#app/entities/fields.ts';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { blog, fragment, language } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

export const fragmentSchema = z.object({
  id,
  name: z.string(),
  language: z.string(),
  title: z.string(),
  body: z.string().meta({ description: 'Markdown' }),
  updatedAt: instant,
});
export type FragmentView = z.output<typeof fragmentSchema>;

export const articleSchema = fragmentSchema.extend({
  summary: z.string(),
  publishedAt: instant.nullable(),
  isDemo: z.boolean().meta({ description: 'Invented, to show an empty site' }),
  translations: z
    .array(z.string())
    .meta({ description: 'Codes of the other languages that the viewer can read it in' }),
});
export type ArticleView = z.output<typeof articleSchema>;

/** Condition: a language by its code or its name, in any case: `en`, `ENGLISH`. */
const speaks = (said: string): SQL | undefined =>
  or(eq(language.code, said.toLowerCase()), eq(language.name, said.toUpperCase()));

const hasNul = (...parts: string[]) => parts.some((part) => part.includes('\0'));

/**
 * A blog post by language and name; drafts only for administrators.
 * @throws ProtocolError NOT_FOUND
 */
export async function findArticle(viewer: Viewer, said: string, name: string): Promise<ArticleView> {
  if (hasNul(said, name)) throw new ProtocolError('NOT_FOUND');
  const visible = viewer?.authorities.has('ADMINISTER') ? undefined : isPublished();
  const [found] = await db
    .select({
      id: blog.id,
      name: blog.name,
      language: blog.language,
      title: blog.title,
      summary: blog.summary,
      body: blog.body,
      publishedAt: blog.publishedAt,
      isDemo: isDemo(blog.id),
      updatedAt: blog.updatedAt,
    })
    .from(blog)
    .innerJoin(language, eq(language.name, blog.language))
    .where(and(speaks(said), eq(blog.name, name), visible));
  if (!found) throw new ProtocolError('NOT_FOUND');
  const others = await db
    .select({ code: language.code })
    .from(blog)
    .innerJoin(language, eq(language.name, blog.language))
    .where(and(eq(blog.name, name), ne(blog.language, found.language), visible))
    .orderBy(language.code);
  return { ...found, translations: others.map(({ code }) => code) };
}

/** A text fragment of a page by language and name. @throws ProtocolError NOT_FOUND */
export async function findFragment(said: string, name: string): Promise<FragmentView> {
  if (hasNul(said, name)) throw new ProtocolError('NOT_FOUND');
  const [found] = await db
    .select({
      id: fragment.id,
      name: fragment.name,
      language: fragment.language,
      title: fragment.title,
      body: fragment.body,
      updatedAt: fragment.updatedAt,
    })
    .from(fragment)
    .innerJoin(language, eq(language.name, fragment.language))
    .where(and(speaks(said), eq(fragment.name, name)));
  if (!found) throw new ProtocolError('NOT_FOUND');
  return found;
}
