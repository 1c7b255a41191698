import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Prose } from '#app/content/prose.tsx';
import { languageOfPath } from '#app/i18n/languages.ts';
import { titled } from '#app/i18n/site-name.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import type { legalLoader, LegalPage as Name } from './legal-page.server.ts';
import { pageMeta } from './meta.ts';
import type { RootLoader } from './root-data.ts';

type Loader = ReturnType<typeof legalLoader>;

/** Title and description of a page about the operator. */
export const legalMeta =
  (page: Name): MetaFunction<Loader, { root: RootLoader }> =>
  ({ data, location, matches }) => {
    if (!data) return [];
    const t = translation(languageOfPath(location.pathname), 'contact');
    const description = t(`legal.descriptions.${page}`);
    return pageMeta({ matches, location, title: titled(data.title), description });
  };

/** A page about the operator, from its text in the administration. */
export function LegalPage() {
  const { title, html, isComplete, updated } = useLoaderData<Loader>();
  const { t } = useTranslation('contact');
  return (
    <div className="page pt-8 sm:pt-14">
      <div className="mx-auto max-w-[68ch]">
        <h1 className="pb-8 text-4xl wrap-anywhere sm:text-5xl">{title}</h1>
        {!isComplete && (
          <div className="pb-8">
            <Alert tone="info">{t('legal.incomplete')}</Alert>
          </div>
        )}
        <Prose html={html} />
        <p className="pt-10 text-sm text-muted">
          <time dateTime={updated.iso}>{t('help.updated', { date: updated.words })}</time>
        </p>
      </div>
    </div>
  );
}
