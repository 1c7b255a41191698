import { Check, PenLine, Plus } from 'lucide-react';
import { buttonClass } from '#app/components/ui/button.tsx';
import type { FormValues } from '#app/forms/refusal.ts';
import { LANGUAGE_RECORDS } from '#app/i18n/language-records.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import type { DetailPage } from './detail.server.ts';

/** Links to this text's other language versions, or to create them. */
export function Translations({ page }: { page: DetailPage }) {
  const { t, choice } = useLabels();
  const { section, translations, values } = page;
  const present = first(values, 'language');
  if (page.id === null || translations.length === 0) return null;
  return (
    <nav aria-label={t('markdown.languages')} className="flex flex-wrap items-center gap-2">
      {present && (
        <span className="inline-flex min-h-11 items-center gap-2 pr-3 font-semibold">
          <Check aria-hidden size={18} className="text-good" />
          {choice(present, LANGUAGE_RECORDS)} <span className="sr-only">({t('markdown.this')})</span>
        </span>
      )}
      {translations.map(({ language, row }) => {
        const words = choice(language, [language]);
        const query = new URLSearchParams({ name: first(values, 'name'), language });
        return (
          <LocaleLink
            key={language}
            to={row ? `/admin/${section}/${row.id}` : `/admin/${section}/new?${query}`}
            className={buttonClass({ variant: 'secondary' })}
          >
            {row ? <PenLine aria-hidden size={18} /> : <Plus aria-hidden size={18} />}
            {t(row ? 'markdown.open' : 'markdown.make', { language: words })}
          </LocaleLink>
        );
      })}
    </nav>
  );
}

const first = (values: FormValues, name: string) => values[name]?.[0] ?? '';
