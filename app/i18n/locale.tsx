import { Link, type LinkProps, useLocation } from '@remix-run/react';
import { forwardRef } from 'react';
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

type LocaleLinkProps = Omit<LinkProps, 'to'> & { to: string };

/** A link to a page of ours, in the language that is shown. Give `to` without prefix. */
export const LocaleLink = forwardRef<HTMLAnchorElement, LocaleLinkProps>(function LocaleLink(
  { to, ...props },
  ref,
) {
  return <Link viewTransition {...props} ref={ref} to={useLocalePath()(to)} />;
});
