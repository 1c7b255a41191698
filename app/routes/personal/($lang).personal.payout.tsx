import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { confirmedBy } from '#app/accounts/passwords/confirmation.server.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf, textOrNull } from '#app/forms/forms.server.ts';
import { PageForm, RefusedButton } from '#app/forms/page-form.tsx';
import { formState } from '#app/forms/refusal.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { CountrySelect } from '#app/payments/payouts/country-select.tsx';
import { PayoutStatus } from '#app/payments/payouts/payout-status.tsx';
import { currentPayout, payoutDashboard, startPayout } from '#app/payments/payouts/payouts.server.ts';
import { newPayout } from '#app/payments/payouts/schema.ts';
import { stripeMode } from '#app/payments/stripe/client.server.ts';
import { ToStripe } from '#app/payments/stripe/to-stripe.tsx';
import { personalMeta } from '#app/site/personal-meta.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['payments'] };

export const meta = personalMeta('nav.payout');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return {
    ...(await currentPayout(viewer)),
    streams: viewer.authorities.has('STREAM'),
    isOff: stripeMode === null,
    isExpired: new URL(request.url).searchParams.has('expired'),
  };
}

export const action = formAction(async ({ request, form }) => {
  const viewer = await confirmedBy(form, await requireUser(request));
  switch (textOf(form, 'intent')) {
    case 'connect': {
      const wanted = newPayout.safeParse({ country: textOrNull(form, 'country') ?? undefined });
      if (!wanted.success) throw invalidData(wanted.error);
      const page = originOf(request) + new URL(request.url).pathname;
      return { stripe: await startPayout(viewer, wanted.data.country, page) };
    }
    case 'dashboard':
      return { stripe: await payoutDashboard(viewer) };
    default:
      throw new ProtocolError('BAD_MESSAGE');
  }
});

export { clientAction };

export default function PayoutPage() {
  const { payout, isAway, streams, isOff, isExpired } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation('payments');
  if (result && 'stripe' in result) return <ToStripe url={result.stripe} />;
  const form = formState(result, 'connect', { country: t('payouts.countryWrong') });
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-3xl">{t('payouts.title')}</h1>
      {!streams && !payout.begun ? (
        <ForStreamers />
      ) : (
        <>
          <p className="text-muted">{t(isOff ? 'off' : 'payouts.text')}</p>
          {isExpired && !result && <Alert tone="error">{t('payouts.expired')}</Alert>}
          {isAway && <Alert tone="error">{t('away')}</Alert>}
          <PayoutStatus payout={payout} />
          {!isOff && streams && !payout.ready && (
            <PageForm
              form={form}
              submit={t(payout.begun ? 'payouts.resume' : 'payouts.connect')}
              leavesPage
              unguarded
              instead={{ FORBIDDEN: t('unconfirmed'), RATE_LIMITED: t('tooMany'), UNAVAILABLE: t('away') }}
            >
              {!payout.begun && <CountrySelect form={form} saved={payout.country ?? ''} />}
            </PageForm>
          )}
          {!isOff && payout.connected && (
            <>
              <RefusedButton refusal={result} intents={['dashboard']} />
              <Form method="post">
                <Button type="submit" name="intent" value="dashboard" variant="secondary">
                  {t('payouts.dashboard')}
                </Button>
              </Form>
            </>
          )}
        </>
      )}
    </div>
  );
}

function ForStreamers() {
  const { t } = useTranslation('payments');
  return (
    <p>
      {t('payouts.forStreamers')}{' '}
      <LocaleLink to="/earn-money" className="text-accent-text underline">
        {t('payouts.becomeStreamer')}
      </LocaleLink>
    </p>
  );
}
