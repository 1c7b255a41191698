import { buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Leads to the pages before and after one; nothing where there is one page only. */
export function Paging({ page, pages }: { page: number; pages: number }) {
  const { t } = useTranslation('blog');
  if (pages <= 1) return null;
  const to = (other: number) => (other === 1 ? '/blog' : `/blog?page=${other}`);
  return (
    <nav aria-label={t('paging.label')} className="flex flex-wrap items-center justify-between gap-4 pt-12">
      {page > 1 ? (
        <LocaleLink to={to(page - 1)} rel="prev" className={buttonClass({ variant: 'secondary' })}>
          {t('paging.newer')}
        </LocaleLink>
      ) : (
        <span />
      )}
      <p className="text-muted tabular-nums">{t('paging.page', { page, pages })}</p>
      {page < pages ? (
        <LocaleLink to={to(page + 1)} rel="next" className={buttonClass({ variant: 'secondary' })}>
          {t('paging.older')}
        </LocaleLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
