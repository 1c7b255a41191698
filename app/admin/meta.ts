import type { Location } from '@remix-run/react';
import type { MessageKey } from '#app/i18n/catalogues.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { siteName } from '#app/i18n/site-name.ts';
import { translation } from '#app/i18n/use-translation.ts';

/** Meta tags of an administration page: title and noindex. */
export function adminMeta({ pathname }: Pick<Location, 'pathname'>, key: MessageKey<'admin'>, row = '') {
  const t = translation(languageOfPath(pathname), 'admin');
  const parts = [row, t(key), ...(key === 'title' ? [] : [t('title')]), siteName()];
  return [{ title: parts.filter(Boolean).join(' · ') }, { name: 'robots', content: 'noindex, nofollow' }];
}
