import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deviceName } from '#app/accounts/sessions/device-name.server.ts';
import { DeleteAccount } from '#app/accounts/settings/delete-account.tsx';
import { findPendingEmail } from '#app/accounts/settings/email-change.server.ts';
import { EmailSection } from '#app/accounts/settings/email-section.tsx';
import { changeFactors, factorIntent, readFactors } from '#app/accounts/settings/factor-forms.server.ts';
import { FactorsSection } from '#app/accounts/settings/factors-section.tsx';
import { LanguageForm } from '#app/accounts/settings/language-form.tsx';
import { PasswordForm } from '#app/accounts/settings/password-form.tsx';
import { Sessions } from '#app/accounts/settings/sessions-section.tsx';
import {
  type AccountIntent,
  changeAccount,
  languageIn,
  readAccount,
} from '#app/accounts/settings/settings.server.ts';
import { shownSessions } from '#app/accounts/settings/shown-sessions.server.ts';
import { UsernameForm } from '#app/accounts/settings/username-form.tsx';
import { Section } from '#app/components/page/section.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { chooseFreeCallers, ownLink } from '#app/free-calls/link.server.ts';
import { LinkForm } from '#app/free-calls/link-form.tsx';
import { serializeLanguage } from '#app/http/language.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { clearSession } from '#app/http/viewers/credentials.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { inLanguage, languageOfPath, localePath } from '#app/i18n/languages.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { endingCosts } from '#app/marketplace/bookings/ending-costs.server.ts';
import { db } from '#app/platform/database.server.ts';
import { personalMeta } from '#app/site/personal-meta.ts';

export const handle: PageHandle = { i18n: ['login', 'people'] };

export const meta = personalMeta('account.title');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const [account, pendingEmail, sessions, factors, costs, link] = await Promise.all([
    readAccount(viewer),
    findPendingEmail(viewer),
    shownSessions(viewer, viewer.id),
    readFactors(viewer),
    endingCosts(db, viewer.id),
    ownLink(viewer),
  ]);
  const done = new URL(request.url).searchParams.get('done');
  return {
    account,
    pendingEmail,
    sessions,
    factors,
    costs,
    link,
    origin: originOf(request),
    isFactorDemanded: viewer.secondFactorMissing,
    device: deviceName(request.headers.get('User-Agent')),
    done,
  };
}

/** Sections of the page that contain several forms, by intent. */
const PLACES: Partial<Record<AccountIntent, string>> = {
  cancelEmail: 'email',
  resend: 'email',
  endSession: 'sessions',
  endOthers: 'sessions',
};

export const action = formAction(async ({ request, context, form }) => {
  const viewer = await requireUser(request);
  const { pathname } = new URL(request.url);
  if (textOf(form, 'intent') === 'freeCalls') {
    await chooseFreeCallers(viewer, textOf(form, 'freeCallers'));
    throw redirect(`${pathname}?done=freeCalls#free-calls`);
  }
  const intent = factorIntent(form);
  if (intent) {
    const newCodes = await changeFactors(intent, viewer, form, request);
    // Part of the response itself: only their hashes are stored, so they cannot be shown after a redirect.
    if (newCodes) return { newCodes };
    throw redirect(`${pathname}?done=${intent}#second-factor`);
  }
  const { done, headers } = await changeAccount(viewer, form, request, context.clientAddress);
  if (done === 'delete') {
    const login = localePath('/login', languageOfPath(pathname));
    headers.set('Set-Cookie', await clearSession(request));
    throw redirect(`${login}?done=deleted`, { headers });
  }
  if (done === 'language') {
    const language = languageOfRecord(languageIn(form));
    headers.set('Set-Cookie', await serializeLanguage(language, request));
    throw redirect(`${inLanguage(pathname, language)}?done=language#language`, { headers });
  }
  throw redirect(`${pathname}?done=${done}#${PLACES[done] ?? done}`, { headers });
});

export { clientAction };

export default function AccountPage() {
  const { account, pendingEmail, sessions, factors, costs, link, origin, isFactorDemanded, device, done } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refusal = result && 'code' in result ? result : undefined;
  const newCodes = result && 'newCodes' in result ? result.newCodes : null;
  const { t } = useTranslation('personal');
  return (
    <>
      <h1 className="pb-4 text-3xl">{t('account.title')}</h1>
      <UsernameForm account={account} refusal={refusal} done={done === 'username'} />
      <LanguageForm account={account} refusal={refusal} done={done === 'language'} />
      <LinkForm link={link} origin={origin} refusal={refusal} done={done === 'freeCalls'} />
      <EmailSection account={account} pending={pendingEmail} refusal={refusal} done={done} />
      <PasswordForm account={account} refusal={refusal} done={done === 'password'} />
      <FactorsSection
        factors={factors}
        isSecondFactorMissing={isFactorDemanded}
        device={device}
        newCodes={newCodes}
        refusal={refusal}
        done={newCodes ? null : done}
      />
      <Sessions sessions={sessions} refusal={refusal} ended={done === 'endSession' || done === 'endOthers'} />
      <Section id="data" title={t('account.data.title')}>
        <p>{t('account.data.text')}</p>
        <p>
          <a href="/personal/data" download className={buttonClass({ variant: 'secondary' })}>
            {t('account.data.download')}
          </a>
        </p>
      </Section>
      <DeleteAccount costs={costs} refusal={refusal} />
    </>
  );
}
