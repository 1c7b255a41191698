import { useLocation, useMatches } from '@remix-run/react';
import { DEFAULT_LANGUAGE, inLanguage, LANGUAGES, type Language } from '#app/i18n/languages.ts';
import { useRootData } from '../root-data.ts';

/** Returned by the loader of a page that is not available in every language. */
type InSomeLanguages = { languages: readonly Language[] };

function isInSomeLanguages(data: unknown): data is InSomeLanguages {
  return typeof data === 'object' && data !== null && 'languages' in data && Array.isArray(data.languages);
}

/** Canonical and alternate links: the page's URL in each language it is available in. */
export function Alternates() {
  const { pathname, search } = useLocation();
  const data = useMatches().at(-1)?.data;
  const root = useRootData();
  if (!root) return null;
  const languages = isInSomeLanguages(data) ? data.languages : LANGUAGES;
  // Only a list's page number selects a different page; other query parameters are dropped.
  const page = new URLSearchParams(search).get('page');
  const query = page && page !== '1' ? `?page=${encodeURIComponent(page)}` : '';
  const href = (language: Language) => root.origin + inLanguage(pathname, language) + query;
  const [only] = languages;
  return (
    <>
      <link rel="canonical" href={root.origin + pathname + query} />
      {languages.length > 1 &&
        languages.map((language) => (
          <link key={language} rel="alternate" hrefLang={language} href={href(language)} />
        ))}
      <link
        rel="alternate"
        hrefLang="x-default"
        href={href(languages.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : (only ?? DEFAULT_LANGUAGE))}
      />
    </>
  );
}
