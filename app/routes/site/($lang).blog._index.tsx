import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { Mark } from '#app/components/page/logo.tsx';
import { Pager } from '#app/components/page/pager.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { countPosts, listPosts, POSTS_PER_PAGE } from '#app/content/blog/blog.server.ts';
import { PostGrid } from '#app/content/blog/post-card.tsx';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LANGUAGES, languageOfPath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { pageMeta } from '#app/site/meta.ts';
import type { RootLoader } from '#app/site/root-data.ts';

export const handle: PageHandle = { i18n: ['blog'] };

const pageSchema = z.coerce.number().int().min(1).max(10_000);

export async function loader({ request }: LoaderFunctionArgs) {
  const language = languageOfPath(new URL(request.url).pathname);
  const page = pageSchema.safeParse(new URL(request.url).searchParams.get('page') ?? 1);
  if (!page.success) throw new Response(null, { status: 404 });
  const offset = (page.data - 1) * POSTS_PER_PAGE;
  const [posts, total] = await Promise.all([
    listPosts(language, { limit: POSTS_PER_PAGE, offset }),
    countPosts(language),
  ]);
  if (posts.length === 0 && page.data > 1) throw new Response(null, { status: 404 });
  return {
    posts,
    page: page.data,
    pages: Math.ceil(total / POSTS_PER_PAGE),
    // Other languages may have fewer pages.
    languages: page.data === 1 ? LANGUAGES : [language],
  };
}

export const meta: MetaFunction<typeof loader, { root: RootLoader }> = ({ data, location, matches }) => {
  const t = translation(languageOfPath(location.pathname), 'blog');
  const page = data?.page ?? 1;
  return [
    ...pageMeta({
      matches,
      location,
      title: page > 1 ? t('metaTitlePage', { page }) : t('metaTitle'),
      description: t('description'),
    }),
    ...(data?.posts.some(({ isDemo }) => isDemo) ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
};

export default function Blog() {
  const { posts, page, pages } = useLoaderData<typeof loader>();
  const { t } = useTranslation('blog');
  const { t: common } = useTranslation();
  return (
    <div className="page pt-8 sm:pt-14">
      <h1 className="text-4xl sm:text-5xl">{t('title')}</h1>
      <p className="max-w-prose pt-4 pb-10 text-lg text-muted sm:pb-14">{t('intro')}</p>
      {posts.length === 0 ? (
        <div className="grid justify-items-center gap-4 py-16 text-center">
          <Mark className="size-20 text-line-strong" />
          <h2 className="mt-4 text-2xl">{t('empty.title')}</h2>
          <p className="text-muted">{t('empty.text')}</p>
          <LocaleLink to="/" className={`mt-4 ${buttonClass({ variant: 'secondary' })}`}>
            {t('empty.action')}
          </LocaleLink>
        </div>
      ) : (
        <>
          <h2 className="sr-only">{common('pager.where', { page, pages })}</h2>
          <PostGrid posts={posts} eager />
          <Pager page={page} pages={pages} />
        </>
      )}
    </div>
  );
}
