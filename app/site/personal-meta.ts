import type { MetaFunction } from '@remix-run/node';
import type { MessageKey } from '#app/i18n/catalogues.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { translation } from '#app/i18n/use-translation.ts';

/** A personal page's title; excluded from search engines. */
export function personalMeta(title: MessageKey<'personal'>): MetaFunction {
  return ({ location }) => [
    { title: `${translation(languageOfPath(location.pathname), 'personal')(title)} · Panocall` },
    { name: 'robots', content: 'noindex' },
  ];
}
