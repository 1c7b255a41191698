import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ENDING_PURPOSES, linkState } from '#app/accounts/addresses/email-links.server.ts';
import { endLinkedSession } from '#app/accounts/sessions/sessions.server.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState } from '#app/forms/refusal.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { refuseCrossSite } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { titled } from '#app/i18n/site-name.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';

export const handle: PageHandle = { i18n: ['login', 'errors'] };

export const meta: MetaFunction = ({ location }) => [
  { title: titled(translation(languageOfPath(location.pathname), 'login')('end.title')) },
  { name: 'robots', content: 'noindex' },
];

/** Only a POST ends the session: email scanners follow links. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  if (new URL(request.url).searchParams.get('done') === 'ended') return data({ state: 'ended' as const });
  const state = await linkState(params.token ?? '', ENDING_PURPOSES);
  return data({ state: state === 'live' ? ('live' as const) : ('dead' as const) });
}

export const action = formAction(async ({ request, params, context }) => {
  refuseCrossSite(request);
  await spend('link', context.clientAddress);
  await endLinkedSession(params.token ?? '');
  throw redirect(`${new URL(request.url).pathname}?done=ended`);
});

export { clientAction };

export default function EndSessionPage() {
  const { state } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('login');
  return (
    <div className="page grid max-w-xl gap-6 py-8 sm:py-14">
      <h1 className="text-3xl">{t('end.title')}</h1>
      {state === 'live' ? (
        <>
          <p className="text-muted">{t('end.text')}</p>
          <PageForm form={formState(refusal, 'end', {})} submit={t('end.submit')} leavesPage unguarded />
        </>
      ) : (
        <>
          <Alert tone={state === 'ended' ? 'success' : 'info'}>{t(`end.${state}`)}</Alert>
          <p className="text-muted">{t('end.next')}</p>
          <p>
            <LocaleLink to="/login/reset" className={buttonClass()}>
              {t('end.reset')}
            </LocaleLink>
          </p>
        </>
      )}
    </div>
  );
}
