import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ADDRESS_PURPOSES, isLinkLive } from '#app/accounts/email-links.server.ts';
import { verifyEmail } from '#app/accounts/email-proof.server.ts';
import { DeadLink } from '#app/accounts/log-in/dead-link.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState } from '#app/forms/refusal.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { ERROR_STATUS } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['login', 'errors'] };

export const meta: MetaFunction = ({ location }) => [
  { title: `${translation(languageOfPath(location.pathname), 'login')('verify.title')} · Panocall` },
  { name: 'robots', content: 'noindex' },
];

/** Requires a POST to confirm: email scanners follow links and must not use up the token. */
export async function loader({ params }: LoaderFunctionArgs) {
  const live = await isLinkLive(params.token ?? '', ADDRESS_PURPOSES);
  return data({ live }, { status: live ? 200 : ERROR_STATUS.LINK_INVALID });
}

export const action = formAction(async ({ request, params, context }) => {
  refuseCrossSite(request);
  await spend('link', context.clientAddress);
  await verifyEmail(params.token ?? '', originOf(request));
  throw redirect(`${localePath('/login', languageOfPath(new URL(request.url).pathname))}?done=verified`);
});

export { clientAction };

export default function VerifyPage() {
  const { live } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('login');
  return (
    <div className="page grid max-w-xl gap-6 py-8 sm:py-14">
      <h1 className="text-3xl">{t('verify.title')}</h1>
      {live ? (
        <>
          <p className="text-muted">{t('verify.text')}</p>
          <PageForm form={formState(refusal, 'verify', {})} submit={t('verify.submit')} leadsOn />
        </>
      ) : (
        <DeadLink askAgain="/personal/account#email" />
      )}
    </div>
  );
}
