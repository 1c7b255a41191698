import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findCover, findNeighbours, readingMinutes } from '#app/content/blog/blog.server.ts';
import { Post } from '#app/content/blog/post.tsx';
import { renderMarkdown } from '#app/content/markdown.server.ts';
import { picturesIn } from '#app/content/pictures.server.ts';
import { findArticle } from '#app/content/texts.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { isLanguage, type Language, languageOfPath, localePath } from '#app/i18n/languages.ts';
import { dateIn } from '#app/i18n/moments.ts';
import { siteName, titled } from '#app/i18n/site-name.ts';
import { translation } from '#app/i18n/use-translation.ts';
import { originIn, pageMeta } from '#app/site/meta.ts';
import type { RootLoader } from '#app/site/root-data.ts';
import { ProtocolError } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['blog', 'people'] };

/** A post; `/blog/es` redirects to the Spanish list. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const language = languageOfPath(new URL(request.url).pathname);
  const { name = '' } = params;
  if (isLanguage(name)) throw redirect(localePath('/blog', name) + new URL(request.url).search, 301);
  const viewer = await pageViewer(request);
  const post = await findArticle(viewer, language, name).catch(async (error: unknown) => {
    if (!(error instanceof ProtocolError)) throw error;
    // Switching the language of a post without a translation leads to the list in that language.
    const other = language === 'en' ? 'es' : 'en';
    const known = await findArticle(viewer, other, name).then(
      () => true,
      () => false,
    );
    throw known ? redirect(localePath('/blog', language)) : new Response(null, { status: 404 });
  });
  const [cover, neighbours, pictures] = await Promise.all([
    findCover(post.id),
    findNeighbours(language, post),
    picturesIn(post.body),
  ]);
  const languages: Language[] = [language, ...post.translations.filter(isLanguage)];
  return {
    name,
    title: post.title,
    summary: post.summary,
    html: renderMarkdown(post.body, {
      anchors: 'part',
      pictures: new Map(pictures.map((picture) => [picture.url, picture])),
    }),
    spheres: pictures.filter(({ sphere }) => sphere !== null),
    minutes: readingMinutes(post.body),
    published: post.publishedAt && {
      iso: post.publishedAt.toISOString(),
      words: dateIn(post.publishedAt.getTime(), 'UTC', language),
    },
    updated: post.updatedAt.toISOString(),
    isOut: post.publishedAt !== null && post.publishedAt.getTime() <= Date.now(),
    isDemo: post.isDemo,
    cover,
    ...neighbours,
    languages,
  };
}

export const meta: MetaFunction<typeof loader, { root: RootLoader }> = ({ data, location, matches }) => {
  if (!data) return [];
  const language = languageOfPath(location.pathname);
  const t = translation(language, 'blog');
  if (!data.isOut) return [{ title: titled(data.title) }, { name: 'robots', content: 'noindex' }];
  const image = `/og/blog/${language}/${data.name}.png`;
  const origin = originIn(matches);
  const { title, summary } = data;
  return [
    ...pageMeta({
      matches,
      location,
      title: titled(title),
      description: summary || t('description'),
      image,
      type: 'article',
    }),
    ...(data.isDemo ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'article:published_time', content: data.published?.iso },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: title,
        description: summary,
        inLanguage: language,
        datePublished: data.published?.iso,
        dateModified: data.updated,
        image: origin + image,
        url: origin + location.pathname,
        publisher: { '@type': 'Organization', name: siteName(), logo: `${origin}/icons/512.png` },
      },
    },
  ];
};

export default function BlogPost() {
  return <Post post={useLoaderData<typeof loader>()} />;
}
