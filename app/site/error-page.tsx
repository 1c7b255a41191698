import { isRouteErrorResponse, useRevalidator, useRouteError } from '@remix-run/react';
import { useState } from 'react';
import { Mark } from '#app/components/page/logo.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { failureOf } from '#app/http/answers/failure.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { HEARTBEAT, statusOf } from './frame/ping.ts';

/**
 * Rendered by error boundaries: the status code (500 if the error has none) and its meaning. A page that merely could
 * not be fetched can be fetched again.
 */
export function ErrorPage() {
  const error = useRouteError();
  const { t } = useTranslation();
  const failure = failureOf(error);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const notFound = status === 404;
  const [title, text] =
    failure === 'NO_CONNECTION'
      ? (['error.noConnection', 'error.noConnectionText'] as const)
      : failure
        ? (['error.occurred', 'unavailable'] as const)
        : notFound
          ? (['error.notFound', 'error.notFoundText'] as const)
          : (['error.occurred', 'error.occurredText'] as const);
  return (
    <div className="mx-auto grid w-full max-w-[840px] justify-items-center gap-4 px-5 py-20 text-center sm:py-28">
      <Mark className="size-20 text-line-strong" />
      {!failure && <p className="mt-4 font-semibold text-accent-text tabular-nums">{status}</p>}
      <h1 className="text-3xl sm:text-4xl">{t(title)}</h1>
      <p className="max-w-prose text-muted">{t(text)}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {failure && <Again />}
        <LocaleLink to="/" className={buttonClass({ variant: 'secondary' })}>
          {t('error.home')}
        </LocaleLink>
      </div>
    </div>
  );
}

function Again() {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const again = async () => {
    setAsking(true);
    const status = await statusOf(HEARTBEAT);
    setAsking(false);
    // Another failure would cost the frame its data.
    if (status > 0 && status < 500) revalidate();
  };
  return (
    <Button busy={asking || state !== 'idle'} onClick={() => void again()}>
      {t('error.again')}
    </Button>
  );
}
