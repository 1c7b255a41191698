import type { PostCardView } from '#app/content/blog/blog.server.ts';
import { PostGrid } from '#app/content/blog/post-card.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

export function LatestPosts({ posts }: { posts: PostCardView[] }) {
  const { t } = useTranslation('home');
  return (
    <section aria-labelledby="latest" className="page pt-20 sm:pt-28">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 pb-8">
        <h2 id="latest" className="text-3xl">
          {t('latest.title')}
        </h2>
        <LocaleLink to="/blog" className="-my-2.5 py-2.5 text-accent-text underline underline-offset-4">
          {t('latest.all')}
        </LocaleLink>
      </div>
      <PostGrid posts={posts} />
    </section>
  );
}
