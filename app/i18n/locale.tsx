import { Link, type LinkProps, useLocation } from '@remix-run/react';
import { forwardRef } from 'react';
import { type Language, languageOfPath, localePath } from './languages.ts';

/** The current page's language. */
export function useLanguage(): Language {
  return languageOfPath(useLocation().pathname);
}

/** Converts a path without prefix to the page's language, for `navigate` and the like. */
export function useLocalePath(): (path: string) => string {
  const language = useLanguage();
  return (path) => localePath(path, language);
}

type LocaleLinkProps = Omit<LinkProps, 'to'> & { to: string };

/** Link within the site, in the current language. Pass `to` without prefix. */
export const LocaleLink = forwardRef<HTMLAnchorElement, LocaleLinkProps>(function LocaleLink(
  { to, ...props },
  ref,
) {
  return <Link viewTransition {...props} ref={ref} to={useLocalePath()(to)} />;
});
