import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ADDRESS_PURPOSES, linkState } from '#app/accounts/addresses/email-links.server.ts';
import { verifyEmail } from '#app/accounts/addresses/email-proof.server.ts';
import { linkOpener } from '#app/accounts/link-opener.server.ts';
import { DeadAddressLink } from '#app/accounts/log-in/dead-link.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState } from '#app/forms/refusal.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { ownPath } from '#app/http/own-path.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { titled } from '#app/i18n/site-name.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { ERROR_STATUS } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['login', 'errors'] };

export const meta: MetaFunction = ({ location }) => [
  { title: titled(translation(languageOfPath(location.pathname), 'login')('verify.title')) },
  { name: 'robots', content: 'noindex' },
];

/** Only a POST confirms: email scanners follow links and must not use up the token. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const state = await linkState(params.token ?? '', ADDRESS_PURPOSES);
  const opener = await linkOpener(await pageViewer(request));
  return data({ state, opener }, { status: state === 'live' ? 200 : ERROR_STATUS.LINK_INVALID });
}

export const action = formAction(async ({ request, params, context }) => {
  refuseCrossSite(request);
  await spend('link', context.clientAddress);
  const { userId, language } = await verifyEmail(params.token ?? '', originOf(request));
  const isOwn = (await pageViewer(request))?.id === userId;
  const back = ownPath(new URL(request.url).searchParams.get('redirectTo') ?? '');
  if (isOwn && back) throw redirect(back);
  const page = localePath(isOwn ? '/personal/account' : '/login', languageOfRecord(language));
  const query = new URLSearchParams({ done: 'verified', ...(back && { redirectTo: back }) });
  throw redirect(`${page}?${query}${isOwn ? '#email' : ''}`);
});

export { clientAction };

export default function VerifyPage() {
  const { state, opener } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('login');
  return (
    <div className="page grid max-w-xl gap-6 py-8 sm:py-14">
      <h1 className="text-3xl">{t('verify.title')}</h1>
      {state === 'live' ? (
        <>
          <p className="text-muted">{t('verify.text')}</p>
          <PageForm
            form={formState(refusal, 'verify', {})}
            submit={t('verify.submit')}
            leavesPage
            unguarded
          />
        </>
      ) : (
        <DeadAddressLink state={state} opener={opener} />
      )}
    </div>
  );
}
