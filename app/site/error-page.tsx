import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { Mark } from '#app/components/page/logo.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Rendered by error boundaries: the status code (500 if the error has none) and its meaning. */
export function ErrorPage() {
  const error = useRouteError();
  const { t } = useTranslation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const notFound = status === 404;
  return (
    <div className="mx-auto grid w-full max-w-[840px] justify-items-center gap-4 px-5 py-20 text-center sm:py-28">
      <Mark className="size-20 text-line-strong" />
      <p className="mt-4 font-semibold text-accent-text tabular-nums">{status}</p>
      <h1 className="text-3xl sm:text-4xl">{t(notFound ? 'error.notFound' : 'error.occurred')}</h1>
      <p className="max-w-prose text-muted">{t(notFound ? 'error.notFoundText' : 'error.occurredText')}</p>
      <LocaleLink to="/" className={`mt-4 ${buttonClass({ variant: 'secondary' })}`}>
        {t('error.home')}
      </LocaleLink>
    </div>
  );
}
