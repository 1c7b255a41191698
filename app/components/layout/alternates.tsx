import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { DEFAULT_LANGUAGE, inLanguage, LANGUAGES } from '#app/i18n/languages.ts';
import type { loader } from '#app/root.tsx';

/** Tells search engines the page's one address in each language. */
export function Alternates() {
  const { pathname } = useLocation();
  const root = useRouteLoaderData<typeof loader>('root');
  if (!root) return null;
  const href = (path: string) => new URL(path, root.origin).href;
  return (
    <>
      <link rel="canonical" href={href(pathname)} />
      {LANGUAGES.map((language) => (
        <link
          key={language}
          rel="alternate"
          hrefLang={language}
          href={href(inLanguage(pathname, language))}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={href(inLanguage(pathname, DEFAULT_LANGUAGE))} />
    </>
  );
}
