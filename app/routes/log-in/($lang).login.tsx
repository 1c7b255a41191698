import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { accountForms, INTENTS } from '#app/accounts/log-in/forms.server.ts';
import { openSession } from '#app/accounts/log-in/log-in.server.ts';
import { LogInForm } from '#app/accounts/log-in/log-in-form.tsx';
import { nextPage, secondStepOf } from '#app/accounts/log-in/next-page.server.ts';
import { SignUpForm } from '#app/accounts/log-in/sign-up-form.tsx';
import { openChallenge } from '#app/accounts/second-factor/challenges.server.ts';
import { hasSecondFactor } from '#app/accounts/second-factor/factors.server.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { settingCookies } from '#app/http/viewers/cookie.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import { isLoggedOut } from '#app/http/viewers/logged-out.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';

export const handle: PageHandle = { i18n: ['login', 'errors'] };

export const meta: MetaFunction = ({ location }) => [
  { title: translation(languageOfPath(location.pathname), 'login')('title') },
  { name: 'robots', content: 'noindex' },
];

const doneSchema = z.enum(['reset', 'verified', 'deleted', 'back']).nullable().catch(null);

export async function loader({ request }: LoaderFunctionArgs) {
  const done = doneSchema.parse(new URL(request.url).searchParams.get('done'));
  const signedIn = (await pageViewer(request)) !== null;
  if (signedIn && !done) throw redirect(nextPage(request));
  return {
    done: done === 'back' && !signedIn ? null : done,
    signedIn,
    loggedOut: isLoggedOut(request.url),
    next: nextPage(request),
  };
}

export const action = formAction(async ({ request, context, form }) => {
  const intent = z.enum(INTENTS).safeParse(form.get('intent'));
  if (!intent.success) throw new Response(null, { status: 400 });
  const userId = await accountForms(context.clientAddress).authenticate(intent.data, request);
  if (await hasSecondFactor(userId)) {
    const headers = { 'Set-Cookie': await openChallenge('SECOND_FACTOR', { userId }, request) };
    return redirect(secondStepOf(request), { headers });
  }
  const isFirst = intent.data === 'signUp';
  const { setCookie } = await openSession(userId, request, { address: context.clientAddress, isFirst });
  return redirect(nextPage(request), { headers: settingCookies(setCookie) });
});

export { clientAction };

export default function LoginPage() {
  const { done, signedIn, loggedOut, next } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('login');
  return (
    <div className="page grid gap-10 py-8 sm:py-14">
      {done && <Alert tone="success">{t(`done.${done}`)}</Alert>}
      {loggedOut && !refusal && <Alert tone="error">{t('loggedOut')}</Alert>}
      {signedIn ? (
        <LocaleLink to="/" className="py-2.5 text-accent-text underline">
          {t('goOn')}
        </LocaleLink>
      ) : (
        <div className="grid gap-14 md:grid-cols-2 md:gap-20">
          <LogInForm refusal={refusal} next={next} />
          <SignUpForm refusal={refusal} />
        </div>
      )}
    </div>
  );
}
