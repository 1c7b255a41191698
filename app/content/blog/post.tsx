import { Horizon } from '#app/components/page/horizon.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { DemoMark } from '#app/components/ui/demo-mark.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { GalleryImage } from '#app/pictures/gallery/image.ts';
import { WithSpheres } from '#app/pictures/gallery/with-spheres.tsx';
import { Prose } from '../prose.tsx';
import type { Cover, Neighbour } from './blog.server.ts';
import { CoverPicture } from './cover-picture.tsx';

type PostView = {
  title: string;
  summary: string;
  html: string;
  minutes: number;
  /** Null for a draft. */
  published: { iso: string; words: string } | null;
  isOut: boolean;
  isDemo: boolean;
  cover: Cover | null;
  /** The 360° pictures of the text. */
  spheres: GalleryImage[];
  older: Neighbour | null;
  newer: Neighbour | null;
};

export function Post({ post }: { post: PostView }) {
  const { t } = useTranslation('blog');
  const { title, summary, html, minutes, published, isOut, isDemo, cover, spheres, older, newer } = post;
  return (
    <article className="page pt-6 sm:pt-10">
      <div className="mx-auto grid max-w-2xl gap-5">
        <LocaleLink
          to="/blog"
          className="-my-2.5 justify-self-start py-2.5 text-accent-text underline underline-offset-4"
        >
          {t('back')}
        </LocaleLink>
        {!isOut && <Alert tone="info">{t(published ? 'scheduled' : 'draft')}</Alert>}
        {isDemo && <DemoMark />}
        <h1 className="text-3xl leading-tight wrap-anywhere sm:text-5xl">{title}</h1>
        {summary && <p className="text-lg wrap-anywhere text-muted sm:text-xl">{summary}</p>}
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          {published && <time dateTime={published.iso}>{published.words}</time>}
          <span>{t('minutes', { count: minutes })}</span>
        </p>
      </div>
      {cover && (
        <div className="mx-auto max-w-4xl pt-8">
          <CoverPicture cover={cover} sizes="(min-width: 60rem) 56rem, 92vw" first />
        </div>
      )}
      <WithSpheres spheres={spheres}>
        <Prose html={html} className="mx-auto max-w-2xl! pt-8 sm:pt-10 sm:text-lg" />
      </WithSpheres>
      <More older={older} newer={newer} />
    </article>
  );
}

function More({ older, newer }: { older: Neighbour | null; newer: Neighbour | null }) {
  const { t } = useTranslation('blog');
  if (!older && !newer) return null;
  return (
    <nav aria-label={t('more')} className="mx-auto max-w-2xl pt-16">
      <Horizon className="w-full text-line" />
      <ul className="grid gap-6 pt-6 sm:grid-cols-2">
        {older && <NeighbourLink label={t('previous')} rel="prev" post={older} />}
        {newer && <NeighbourLink label={t('next')} rel="next" post={newer} />}
      </ul>
    </nav>
  );
}

function NeighbourLink({ label, rel, post }: { label: string; rel: 'prev' | 'next'; post: Neighbour }) {
  return (
    <li className={rel === 'next' ? 'sm:col-start-2 sm:text-right' : ''}>
      <LocaleLink to={`/blog/${post.name}`} rel={rel} className="group grid gap-1">
        <span className="text-sm text-muted">{label}</span>
        <span className="font-semibold wrap-anywhere group-hover:underline">{post.title}</span>
      </LocaleLink>
    </li>
  );
}
