import type { MetaFunction } from '@remix-run/node';
import type { MessageKey } from '#app/i18n/catalogues.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { titled } from '#app/i18n/site-name.ts';
import { translation } from '#app/i18n/use-translation.ts';

/** A personal page's title; excluded from search engines. */
export function personalMeta(title: MessageKey<'personal'>): MetaFunction {
  return ({ location }) => [
    { title: titled(translation(languageOfPath(location.pathname), 'personal')(title)) },
    { name: 'robots', content: 'noindex' },
  ];
}
