import { Link, type LinkProps, useLocation } from '@remix-run/react';
import { type Language, languageOfPath, localePath } from './languages.ts';

/** The language of the page that is shown. */
export function useLanguage(): Language {
  return languageOfPath(useLocation().pathname);
}

/** Turns a path without prefix into one in the page's language, for `navigate` and the like. */
export function useLocalePath(): (path: string) => string {
  const language = useLanguage();
  return (path) => localePath(path, language);
}

/** A link to a page of ours, in the language that is shown. Give `to` without prefix. */
export function LocaleLink({ to, ...props }: Omit<LinkProps, 'to'> & { to: string }) {
  return <Link viewTransition {...props} to={useLocalePath()(to)} />;
}
