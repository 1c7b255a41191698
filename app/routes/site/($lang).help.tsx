import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { listHelp } from '#app/content/help.server.ts';
import { renderMarkdown } from '#app/content/markdown.server.ts';
import { Prose } from '#app/content/prose.tsx';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { pageMeta } from '#app/site/meta.ts';
import type { RootLoader } from '#app/site/root-data.ts';

export const handle: PageHandle = { i18n: ['contact'] };

export async function loader({ request }: LoaderFunctionArgs) {
  const language = languageOfPath(new URL(request.url).pathname);
  const texts = await listHelp(language);
  return {
    sections: texts.map(({ name, title, body }) => ({
      name,
      title,
      html: renderMarkdown(body, { headings: 3, anchors: name }),
    })),
  };
}

export const meta: MetaFunction<typeof loader, { root: RootLoader }> = ({ location, matches }) => {
  const t = translation(languageOfPath(location.pathname), 'contact');
  return pageMeta({ matches, location, title: t('help.metaTitle'), description: t('help.description') });
};

export default function Help() {
  const { sections } = useLoaderData<typeof loader>();
  const { t } = useTranslation('contact');
  return (
    <div className="page pt-8 sm:pt-14">
      <h1 className="text-4xl sm:text-5xl">{t('help.title')}</h1>
      <div className="grid gap-10 pt-8 sm:pt-12 lg:grid-cols-[16rem_1fr] lg:gap-16">
        {sections.length > 0 && (
          <nav aria-labelledby="contents" className="h-fit lg:sticky lg:top-8">
            <h2 id="contents" className="text-sm text-muted">
              {t('help.contents')}
            </h2>
            <ul className="grid pt-2">
              {sections.map(({ name, title }) => (
                <li key={name}>
                  <a href={`#${name}`} className="flex min-h-11 items-center hover:underline">
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="grid min-w-0 gap-14 *:min-w-0">
          {sections.length === 0 && <p className="text-muted">{t('help.empty')}</p>}
          {sections.map(({ name, title, html }) => (
            <section key={name} id={name} aria-labelledby={`${name}-title`} className="scroll-mt-6">
              <h2 id={`${name}-title`} className="pb-4 text-2xl wrap-anywhere sm:text-3xl">
                {title}
              </h2>
              <Prose html={html} />
            </section>
          ))}
          <aside
            aria-labelledby="stuck"
            className="grid justify-items-start gap-3 rounded-lg bg-sunken p-6 sm:p-8"
          >
            <h2 id="stuck" className="text-xl">
              {t('help.contact.title')}
            </h2>
            <p className="text-muted">{t('help.contact.text')}</p>
            <LocaleLink to="/contact-us" className={`mt-2 ${buttonClass({ variant: 'secondary' })}`}>
              {t('help.contact.action')}
            </LocaleLink>
          </aside>
        </div>
      </div>
    </div>
  );
}
