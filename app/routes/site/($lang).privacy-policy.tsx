import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { renderMarkdown } from '#app/content/markdown.server.ts';
import { Prose } from '#app/content/prose.tsx';
import { findFragment } from '#app/content/texts.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { dateInWords } from '#app/i18n/long-date.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { pageMeta } from '#app/site/meta.ts';
import type { RootLoader } from '#app/site/root-data.ts';

export const handle: PageHandle = { i18n: ['contact'] };

export async function loader({ request }: LoaderFunctionArgs) {
  const language = languageOfPath(new URL(request.url).pathname);
  const { title, body, updatedAt } = await findFragment(language, 'privacy-policy').catch(orNotFound);
  return {
    title,
    html: renderMarkdown(body, { anchors: 'part' }),
    updated: { iso: updatedAt.toISOString(), words: dateInWords(updatedAt, language) },
  };
}

export const meta: MetaFunction<typeof loader, { root: RootLoader }> = ({ data, location, matches }) => {
  if (!data) return [];
  const t = translation(languageOfPath(location.pathname), 'contact');
  return pageMeta({
    matches,
    location,
    title: `${data.title} · Panocall`,
    description: t('help.privacyDescription'),
  });
};

export default function PrivacyPolicy() {
  const { title, html, updated } = useLoaderData<typeof loader>();
  const { t } = useTranslation('contact');
  return (
    <div className="page pt-8 sm:pt-14">
      <div className="mx-auto max-w-[68ch]">
        <h1 className="pb-8 text-4xl sm:text-5xl">{title}</h1>
        <Prose html={html} />
        <p className="pt-10 text-sm text-muted">
          <time dateTime={updated.iso}>{t('help.updated', { date: updated.words })}</time>
        </p>
      </div>
    </div>
  );
}
