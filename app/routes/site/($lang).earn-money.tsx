import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { readAccount } from '#app/accounts/settings/settings.server.ts';
import { findRequest } from '#app/accounts/streamer-request.server.ts';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { takeSubscription } from '#app/contact/messages.server.ts';
import { SubscriptionForm } from '#app/contact/subscription-form.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { readPolicy } from '#app/marketplace/read-policy.server.ts';
import { termsBy } from '#app/marketplace/terms.ts';
import { stripeMode } from '#app/payments/stripe/client.server.ts';
import { db } from '#app/platform/database.server.ts';
import { pageMeta } from '#app/site/meta.ts';
import type { RootLoader } from '#app/site/root-data.ts';
import { netOf } from '#protocol/charge.ts';

export const handle: PageHandle = { i18n: ['contact', 'errors'] };

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await pageViewer(request);
  const sent = new URL(request.url).searchParams.has('sent');
  const [account, asked] = viewer
    ? await Promise.all([readAccount(viewer), findRequest(viewer)])
    : [null, null];
  const { feeBps, complaintHours } = termsBy(await readPolicy(db));
  return {
    sent,
    takesPayments: stripeMode !== null,
    streams: viewer?.authorities.has('STREAM') ?? false,
    feeBps,
    complaintHours,
    email: account?.email ?? '',
    isUnconfirmed: account !== null && account.emailVerifiedAt === null,
    askedAt: asked?.createdAt ?? null,
  };
}

export const action = formAction(async ({ request, context, form }) => {
  const { pathname } = new URL(request.url);
  const viewer = await pageViewer(request);
  const writer = { viewer, address: context.clientAddress, language: languageOfPath(pathname) };
  await takeSubscription(form, writer, originOf(request));
  throw redirect(`${pathname}?sent`);
});

export { clientAction };

export const meta: MetaFunction<typeof loader, { root: RootLoader }> = ({ location, matches }) => {
  const t = translation(languageOfPath(location.pathname), 'contact');
  return pageMeta({ matches, location, title: t('earn.metaTitle'), description: t('earn.text') });
};

export default function EarnMoney() {
  const { sent, email, isUnconfirmed, askedAt, takesPayments, streams, feeBps, complaintHours } =
    useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('contact');
  const date = useLongDate();
  return (
    <div className="page pt-8 sm:pt-14">
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-20">
        <div className="grid content-start gap-8">
          <h1 className="text-4xl sm:text-5xl">{t('earn.title')}</h1>
          <p className="text-lg text-muted">{t('earn.text')}</p>
          {!takesPayments && <Alert tone="info">{t('earn.off')}</Alert>}
          {sent && <Alert tone="success">{t('earn.sent')}</Alert>}
          {streams && (
            <Alert tone="info">
              {t('earn.streams')}
              <LocaleLink to="/personal/availability" className="link">
                {t('earn.streamsLink')}
              </LocaleLink>
            </Alert>
          )}
          {!sent && !streams && askedAt && (
            <Alert tone="info">{t('earn.asked', { date: date(askedAt) })}</Alert>
          )}
          {!sent && !streams && !askedAt && (
            <SubscriptionForm refusal={refusal} email={email} isUnconfirmed={isUnconfirmed} />
          )}
        </div>
        <section aria-labelledby="how" className="grid gap-4 self-start rounded-lg bg-sunken p-6 sm:p-10">
          <h2 id="how" className="text-2xl">
            {t('earn.how.title')}
          </h2>
          <ol className="grid list-decimal gap-4 pl-5">
            {(['ask', 'profile', 'hours', 'payout'] as const).map((step) => (
              <li key={step}>{t(`earn.how.${step}`)}</li>
            ))}
            <li>{t('earn.how.calls', { hours: complaintHours })}</li>
          </ol>
          <Example feeBps={feeBps} />
        </section>
      </div>
    </div>
  );
}

/** In the smallest unit of `EUR`. */
const EXAMPLE = { minutes: 30, price: 200 };

/** What is left of a call's price. @param feeBps the site's share, in hundredths of a percent */
function Example({ feeBps }: { feeBps: number }) {
  const { t, language } = useTranslation('contact');
  const amount = (minor: number) => formatAmount(minor, 'EUR', language);
  const paid = EXAMPLE.minutes * EXAMPLE.price;
  const yours = netOf(paid, feeBps);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return (
    <>
      <h2 className="pt-4 text-2xl">{t('earn.example.title')}</h2>
      <p>
        {t('earn.example.text', {
          minutes: EXAMPLE.minutes,
          price: amount(EXAMPLE.price),
          paid: amount(paid),
          percent: percent.format(feeBps / 10_000),
          fee: amount(paid - yours),
          yours: amount(yours),
        })}
      </p>
      <p className="text-muted">{t('earn.example.counted')}</p>
    </>
  );
}
