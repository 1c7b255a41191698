import type { Location } from '@remix-run/react';
import type { MessageKey } from '#app/i18n/catalogues.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { siteName } from '#app/i18n/site-name.ts';
import { translation } from '#app/i18n/use-translation.ts';
import { labelsIn } from './labels.ts';
import { titleInWords } from './titles/in-words.ts';
import type { Title } from './titles/titles.server.ts';

/** Meta tags of an administration page: title and noindex. Times are in UTC: the server knows no other time zone. */
export function adminMeta(
  { pathname }: Pick<Location, 'pathname'>,
  key: MessageKey<'admin'>,
  row: Title | string = '',
) {
  const language = languageOfPath(pathname);
  const t = translation(language, 'admin');
  const labels = labelsIn(language, t, 'UTC');
  const parts = [
    typeof row === 'string' ? row : titleInWords(row, labels, labels.utc),
    t(key),
    ...(key === 'title' ? [] : [t('title')]),
    siteName(),
  ];
  return [{ title: parts.filter(Boolean).join(' · ') }, { name: 'robots', content: 'noindex, nofollow' }];
}
