import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requestReset } from '#app/accounts/passwords/password-change.server.ts';
import { forgottenSchema } from '#app/accounts/schemas.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState } from '#app/forms/refusal.ts';
import { readBody } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { titled } from '#app/i18n/site-name.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';

export const handle: PageHandle = { i18n: ['login', 'errors'] };

export const meta: MetaFunction = ({ location }) => [
  { title: titled(translation(languageOfPath(location.pathname), 'login')('reset.askTitle')) },
  { name: 'robots', content: 'noindex' },
];

export function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has('sent') };
}

export const action = formAction(async ({ request, context }) => {
  refuseCrossSite(request);
  const { email } = await readBody(request, forgottenSchema);
  await spend('link', context.clientAddress);
  await requestReset(email, originOf(request));
  throw redirect(`${localePath('/login/reset', languageOfPath(new URL(request.url).pathname))}?sent`);
});

export { clientAction };

export default function ForgottenPage() {
  const { sent } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('login');
  const form = formState(refusal, 'ask', { email: t('invalid.email') });
  return (
    <div className="page grid max-w-xl gap-6 py-8 sm:py-14">
      <h1 className="text-3xl">{t('reset.askTitle')}</h1>
      {sent && !refusal ? (
        <Alert tone="success">{t('done.sent')}</Alert>
      ) : (
        <>
          <p className="text-muted">{t('reset.askText')}</p>
          <PageForm form={form} submit={t('reset.ask')} unguarded>
            <TextField label={t('reset.email')} type="email" autoComplete="email" {...form.text('email')} />
          </PageForm>
        </>
      )}
      <p>
        <LocaleLink to="/login" className="py-2.5 text-accent-text underline">
          {t('back')}
        </LocaleLink>
      </p>
    </div>
  );
}
