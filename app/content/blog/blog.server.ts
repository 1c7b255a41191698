import { and, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isPublished } from '#app/entities/blog/descriptor.server.ts';
import { isDemo } from '#app/entities/demo.server.ts';
import { recordOf } from '#app/i18n/language-records.ts';
import { LANGUAGES, type Language } from '#app/i18n/languages.ts';
import { dateIn } from '#app/i18n/moments.ts';
import { PICTURE_WIDTHS } from '#app/pictures/sizes.ts';
import { db } from '#app/platform/database.server.ts';
import { outer } from '#app/platform/outer.server.ts';
import { blog } from '#db/schema/index.ts';

/** Posts per page of the list. */
export const POSTS_PER_PAGE = 12;

export type Cover = {
  url: string;
  /** Available `?width=` values, besides the picture's own. */
  widths: number[];
  /** In pixels. */
  width: number;
  height: number;
  alt: string;
};

export type PostCardView = {
  name: string;
  title: string;
  summary: string;
  published: { iso: string; words: string };
  cover: Cover | null;
  isDemo: boolean;
};

export type Neighbour = { name: string; title: string };

/** SQL for a post's cover, its oldest picture. */
const coverJson = sql<unknown>`(select json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'alt', i.alt)
  from image i where i.blog_id = ${outer(blog.id)} order by i.created_at, i.id limit 1)`;

const coverSchema = z
  .object({ id: z.string(), width: z.number(), height: z.number(), alt: z.string() })
  .nullable();

const inLanguage = (language: Language) => and(eq(blog.language, recordOf(language)), isPublished());

/** Published posts, newest first. */
export async function listPosts(
  language: Language,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<PostCardView[]> {
  const rows = await db
    .select({
      id: blog.id,
      name: blog.name,
      title: blog.title,
      summary: blog.summary,
      publishedAt: blog.publishedAt,
      cover: coverJson,
      isDemo: isDemo(blog.id),
    })
    .from(blog)
    .where(inLanguage(language))
    .orderBy(desc(blog.publishedAt), desc(blog.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id, name, title, summary, publishedAt, cover, isDemo }) => ({
    name,
    title,
    summary,
    published: {
      iso: publishedAt?.toISOString() ?? '',
      words: publishedAt ? dateIn(publishedAt.getTime(), 'UTC', language) : '',
    },
    cover: coverView(id, cover),
    isDemo,
  }));
}

/** Counts the published posts. */
export function countPosts(language: Language): Promise<number> {
  return db.$count(blog, inLanguage(language));
}

/** A post's cover; null if it has no picture. */
export async function findCover(blogId: string): Promise<Cover | null> {
  const [row] = await db.select({ cover: coverJson }).from(blog).where(eq(blog.id, blogId));
  return coverView(blogId, row?.cover ?? null);
}

/** The previous and next posts by publication time; null for a draft. */
export async function findNeighbours(
  language: Language,
  post: { id: string; publishedAt: Date | null },
): Promise<{ older: Neighbour | null; newer: Neighbour | null }> {
  if (!post.publishedAt) return { older: null, newer: null };
  // PostgreSQL has microseconds, which a Date would truncate.
  const here = sql`(select b.published_at, b.id from blog b where b.id = ${post.id})`;
  const neighbour = async (condition: SQL, ...order: SQL[]) => {
    const [row] = await db
      .select({ name: blog.name, title: blog.title })
      .from(blog)
      .where(and(inLanguage(language), condition))
      .orderBy(...order)
      .limit(1);
    return row ?? null;
  };
  const place = sql`(${blog.publishedAt}, ${blog.id})`;
  const [older, newer] = await Promise.all([
    neighbour(sql`${place} < ${here}`, desc(blog.publishedAt), desc(blog.id)),
    neighbour(sql`${place} > ${here}`, sql`${blog.publishedAt}`, sql`${blog.id}`),
  ]);
  return { older, newer };
}

/** For the sitemap: every published post but the demo's, with the languages it is available in. */
export async function listAddresses(): Promise<{ name: string; languages: Language[]; updatedAt: Date }[]> {
  const rows = await db
    .select({
      name: blog.name,
      records: sql<string[]>`array_agg(${blog.language} order by ${blog.language})`,
      updatedAt: sql`max(${blog.updatedAt})`.mapWith(blog.updatedAt),
    })
    .from(blog)
    .where(and(isPublished(), not(isDemo(blog.id))))
    .groupBy(blog.name)
    .orderBy(blog.name);
  return rows.map(({ name, records, updatedAt }) => ({
    name,
    updatedAt,
    languages: LANGUAGES.filter((language) => records.includes(recordOf(language))),
  }));
}

/** Minutes at 220 words a minute, about what adults read (https://doi.org/10.1016/j.jml.2019.104047). */
export function readingMinutes(text: string): number {
  return Math.max(1, Math.round(text.split(/\s+/).length / 220));
}

function coverView(blogId: string, json: unknown): Cover | null {
  const cover = coverSchema.parse(json);
  if (!cover) return null;
  const { id, width, height, alt } = cover;
  const widths = PICTURE_WIDTHS.filter((narrower) => narrower < width);
  return { url: `/api/image/blog/${blogId}/${id}`, widths, width, height, alt };
}
