import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listPosts } from '#app/content/blog/blog.server.ts';
import { detectLanguage, serializeLanguage } from '#app/http/language.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { DEFAULT_LANGUAGE, languageOfPath, localePath } from '#app/i18n/languages.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { ConfirmAddress } from '#app/site/confirm-address.tsx';
import { LatestPosts } from '#app/site/home/latest-posts.tsx';
import { Panorama } from '#app/site/home/panorama.tsx';
import { Facts, Needs, Visit } from '#app/site/home/sections.tsx';
import { StartButton } from '#app/site/home/start-button.tsx';
import { pageMeta } from '#app/site/meta.ts';
import type { RootLoader } from '#app/site/root-data.ts';

export const handle: PageHandle = { i18n: ['home'] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  if (pathname === '/') {
    const language = await detectLanguage(request);
    if (language !== DEFAULT_LANGUAGE) {
      const headers = { 'Set-Cookie': await serializeLanguage(language, request) };
      throw redirect(localePath('/', language), { headers });
    }
  }
  return {
    saveData: request.headers.get('Save-Data') === 'on',
    posts: await listPosts(languageOfPath(pathname), { limit: 3 }),
  };
}

export const meta: MetaFunction<typeof loader, { root: RootLoader }> = ({ location, matches }) => {
  const t = translation(languageOfPath(location.pathname), 'home');
  return pageMeta({ matches, location, title: t('title'), description: t('description') });
};

export default function Home() {
  const { saveData, posts } = useLoaderData<typeof loader>();
  const { t } = useTranslation('home');
  return (
    <>
      <ConfirmAddress />
      <div className="page grid justify-items-center gap-8 pt-8 pb-10 text-center sm:pt-16 sm:pb-14">
        <h1 className="max-w-5xl text-[clamp(2rem,6.5vw,4.5rem)] leading-[1.08] whitespace-pre-line">
          {t('headline')}
        </h1>
        <StartButton />
      </div>
      <Panorama still={saveData} />
      <Facts />
      <Needs />
      <Visit />
      {posts.length > 0 && <LatestPosts posts={posts} />}
    </>
  );
}
