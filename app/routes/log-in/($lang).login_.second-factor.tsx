import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { openSession } from '#app/accounts/log-in/log-in.server.ts';
import { logInPageOf, nextPage } from '#app/accounts/log-in/next-page.server.ts';
import { PasskeyButton } from '#app/accounts/log-in/passkey-button.tsx';
import {
  clearChallenge,
  findChallenge,
  takeChallenge,
} from '#app/accounts/second-factor/challenges.server.ts';
import { factorsOf } from '#app/accounts/second-factor/factors.server.ts';
import { acceptCode } from '#app/accounts/second-factor/log-in.server.ts';
import { code } from '#app/accounts/second-factor/schemas.ts';
import { TextField } from '#app/components/ui/text-field.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState } from '#app/forms/refusal.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { settingCookies } from '#app/http/viewers/cookie.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { titled } from '#app/i18n/site-name.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { ProtocolError } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['login', 'errors'] };

export const meta: MetaFunction = ({ location }) => [
  { title: titled(translation(languageOfPath(location.pathname), 'login')('second.title')) },
  { name: 'robots', content: 'noindex' },
];

/**
 * The user who has passed the password step in this browser. @throws Response redirect to the login page if none has
 */
async function pendingUser(request: Request): Promise<string> {
  const pending = await findChallenge('SECOND_FACTOR', request);
  if (!pending?.userId) throw redirect(logInPageOf(request));
  return pending.userId;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { passkeys, totp } = await factorsOf(await pendingUser(request));
  return { hasPasskey: passkeys > 0, hasApp: totp, next: nextPage(request) };
}

export const action = formAction(async ({ request, context, form }) => {
  refuseCrossSite(request);
  const userId = await pendingUser(request);
  const typed = code.safeParse(form.get('code'));
  if (!typed.success) {
    const problem = { kind: 'required' } as const;
    throw new ProtocolError('INVALID_DATA', [{ path: 'code', message: 'must be a code', problem }]);
  }
  await acceptCode(userId, typed.data, context.clientAddress, originOf(request)).catch(namingCode);
  // Of two codes sent concurrently, only one logs in.
  if (!(await takeChallenge('SECOND_FACTOR', request))) return redirect(logInPageOf(request));
  const { setCookie } = await openSession(userId, request, { address: context.clientAddress });
  const cleared = await clearChallenge('SECOND_FACTOR', request);
  return redirect(nextPage(request), { headers: settingCookies([...setCookie, cleared]) });
});

function namingCode(error: unknown): never {
  if (!(error instanceof ProtocolError) || error.code !== 'WRONG_CODE') throw error;
  throw new ProtocolError(error.code, [{ path: 'code', message: 'is wrong' }]);
}

export { clientAction };

export default function SecondFactorPage() {
  const { hasPasskey, hasApp, next } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('login');
  const { t: errorText } = useTranslation('errors');
  const form = formState(refusal, 'code', {
    code: ({ kind }) => (kind === 'required' ? t('second.empty') : errorText('WRONG_CODE')),
  });
  return (
    <div className="page grid max-w-xl gap-6 py-8 sm:py-14">
      <h1 className="text-3xl">{t('second.title')}</h1>
      <p className="text-muted">{t('second.text')}</p>
      {hasPasskey && <PasskeyButton label={t('second.passkey')} secondStep next={next} />}
      <PageForm
        form={form}
        submit={t('second.submit')}
        variant={hasPasskey ? 'secondary' : 'primary'}
        leavesPage
        unguarded
      >
        <TextField
          label={t('second.code')}
          hint={t(hasApp ? 'second.codeHint' : 'second.recoveryHint')}
          {...form.text('code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      </PageForm>
      <p>
        <LocaleLink to="/login" className="py-2.5 text-accent-text underline">
          {t('back')}
        </LocaleLink>
      </p>
    </div>
  );
}
