import { Link, useLocation } from '@remix-run/react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { buttonClass } from '../ui/button.tsx';

type PagerProps = {
  /** From 1. */
  page: number;
  pages: number;
  /** Anchor of the list, e.g. `#reviews`. */
  hash?: string;
};

/** Links to the previous and next pages, keeping the rest of the URL. Renders nothing for a single page. */
export function Pager({ page, pages, hash }: PagerProps) {
  const { t } = useTranslation();
  const { search } = useLocation();
  if (pages <= 1) return null;
  const to = (number: number) => {
    const query = new URLSearchParams(search);
    if (number === 1) query.delete('page');
    else query.set('page', String(number));
    return { search: query.toString(), hash };
  };
  const link = buttonClass({ variant: 'secondary' });
  return (
    <nav aria-label={t('pager.label')} className="flex flex-wrap items-center justify-between gap-4 pt-4">
      {page > 1 ? (
        <Link viewTransition to={to(page - 1)} rel="prev" className={link}>
          {t('pager.previous')}
        </Link>
      ) : (
        <span />
      )}
      <p className="order-last w-full text-center text-muted tabular-nums sm:order-none sm:w-auto">
        {t('pager.where', { page, pages })}
      </p>
      {page < pages ? (
        <Link viewTransition to={to(page + 1)} rel="next" className={link}>
          {t('pager.next')}
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
