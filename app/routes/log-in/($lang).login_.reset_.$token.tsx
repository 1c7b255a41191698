import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { linkState, PASSWORD_PURPOSES } from '#app/accounts/addresses/email-links.server.ts';
import { linkOpener } from '#app/accounts/link-opener.server.ts';
import { DeadPasswordLink } from '#app/accounts/log-in/dead-link.tsx';
import { NewPasswordField } from '#app/accounts/passwords/new-password-field.tsx';
import { newPasswordWords } from '#app/accounts/passwords/new-password-words.ts';
import { resetPassword } from '#app/accounts/passwords/password-change.server.ts';
import { resetSchema } from '#app/accounts/schemas.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState } from '#app/forms/refusal.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { titled } from '#app/i18n/site-name.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { ERROR_STATUS, invalidData } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['login', 'errors'] };

export const meta: MetaFunction = ({ location }) => [
  { title: titled(translation(languageOfPath(location.pathname), 'login')('reset.title')) },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const state = await linkState(params.token ?? '', PASSWORD_PURPOSES);
  const opener = await linkOpener(await pageViewer(request));
  return data({ state, opener }, { status: state === 'live' ? 200 : ERROR_STATUS.LINK_INVALID });
}

export const action = formAction(async ({ request, params, context, form }) => {
  refuseCrossSite(request);
  const fields = resetSchema.safeParse({ token: params.token, password: form.get('password') });
  if (!fields.success) throw invalidData(fields.error);
  await spend('link', context.clientAddress);
  const hasAccess = await resetPassword(fields.data.token, fields.data.password, originOf(request));
  const language = languageOfPath(new URL(request.url).pathname);
  const next = { redirectTo: `${localePath('/personal/developer', language)}?done=reset` };
  const query = new URLSearchParams({ done: 'reset', ...(hasAccess && next) });
  throw redirect(`${localePath('/login', language)}?${query}`);
});

export { clientAction };

export default function NewPasswordPage() {
  const { state, opener } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('login');
  const form = formState(refusal, 'reset', { password: newPasswordWords(t) });
  return (
    <div className="page grid max-w-xl gap-6 py-8 sm:py-14">
      <h1 className="text-3xl">{t('reset.title')}</h1>
      {state === 'live' ? (
        <PageForm form={form} submit={t('reset.submit')} note={t('reset.emails')} leavesPage unguarded>
          <NewPasswordField
            label={t('reset.password')}
            hint={t('signUp.passwordHint')}
            {...form.text('password')}
          />
        </PageForm>
      ) : (
        <DeadPasswordLink state={state} opener={opener} />
      )}
    </div>
  );
}
