import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { AccountForm } from '#app/accounts/log-in/account-form.tsx';
import { problemOf } from '#app/accounts/log-in/form-refusal.ts';
import { refusal } from '#app/accounts/log-in/forms.server.ts';
import { requestReset } from '#app/accounts/password-change.server.ts';
import { forgottenSchema } from '#app/accounts/schemas.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { readBody } from '#app/http/answer.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';

export const handle: PageHandle = { i18n: ['login', 'errors'] };

export const meta: MetaFunction = ({ location }) => [
  { title: `${translation(languageOfPath(location.pathname), 'login')('reset.askTitle')} · Panocall` },
  { name: 'robots', content: 'noindex' },
];

export function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has('sent') };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    refuseCrossSite(request);
    const { email } = await readBody(request, forgottenSchema);
    await spend('link', context.clientAddress);
    requestReset(email, originOf(request));
  } catch (error) {
    return refusal(error, form);
  }
  throw redirect(`${localePath('/login/reset', languageOfPath(new URL(request.url).pathname))}?sent`);
}

export default function ForgottenPage() {
  const { sent } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { t } = useTranslation('login');
  const problem = problemOf(refused, 'email');
  return (
    <div className="page grid max-w-xl gap-6 py-8 sm:py-14">
      <h1 className="text-3xl">{t('reset.askTitle')}</h1>
      {sent && !refused ? (
        <Alert tone="success">{t('done.sent')}</Alert>
      ) : (
        <>
          <p className="text-muted">{t('reset.askText')}</p>
          <AccountForm intent="ask" refusal={refused} submit={t('reset.ask')}>
            <TextField
              label={t('reset.email')}
              name="email"
              type="email"
              defaultValue={refused?.email}
              error={problem && t(problem)}
              autoComplete="email"
            />
          </AccountForm>
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
