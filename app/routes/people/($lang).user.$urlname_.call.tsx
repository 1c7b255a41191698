import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { sendToConfirm } from '#app/accounts/addresses/confirm-first.server.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { numberOrNull, textOf } from '#app/forms/forms.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer, requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { titled } from '#app/i18n/site-name.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ownCards } from '#app/payments/cards/cards.server.ts';
import { ConfirmFirst } from '#app/payments/cards/confirm-first.tsx';
import { unconfirmedAddress } from '#app/payments/cards/customer.server.ts';
import { ToStripe } from '#app/payments/stripe/to-stripe.tsx';
import { currencyOf } from '#app/people/currency.server.ts';
import { fullName } from '#app/people/names.ts';
import { findProfile } from '#app/people/streamers/streamers.server.ts';
import { callStreamer } from '#app/requests/call.server.ts';
import { CallForm } from '#app/requests/call-form.tsx';
import { callOffer } from '#app/requests/offer.server.ts';
import { payRequest } from '#app/requests/pay.server.ts';
import { newRequest } from '#app/requests/schema.ts';
import { type ErrorCode, invalidData, ProtocolError } from '#protocol/errors.ts';

const ON_ITS_PAGE: readonly ErrorCode[] = ['CARD_NEEDED', 'CARD_REFUSED', 'WRONG_STATE'];

export const handle: PageHandle = { i18n: ['requests', 'payments', 'errors'] };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [{ title: titled(data.name) }, { name: 'robots', content: 'noindex' }] : [];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await pageViewer(request);
  const profile = await findProfile(viewer, params.urlname ?? '').catch(orNotFound);
  return {
    name: fullName(profile) || profile.username,
    urlname: profile.urlname,
    offer: await callOffer(profile, await currencyOf(request), viewer),
    cards: viewer && (await ownCards(viewer)),
    unconfirmed: viewer && (await unconfirmedAddress(viewer)),
    done: new URL(request.url).searchParams.get('done'),
    clientKey: randomUUID(),
  };
}

export const action = formAction(async ({ request, params, context, form }) => {
  const viewer = await requireUser(request);
  if (textOf(form, 'intent') === 'confirm')
    throw await sendToConfirm(request, viewer, form, context.clientAddress);
  const profile = await findProfile(viewer, params.urlname ?? '').catch(orNotFound);
  const budgetMinutes = numberOrNull(form, 'budget');
  const wanted = newRequest.safeParse({
    producerId: profile.id,
    budgetMinutes,
    amount: (budgetMinutes ?? 0) * (numberOrNull(form, 'price') ?? 0),
    currency: textOf(form, 'currency'),
    clientKey: textOf(form, 'clientKey'),
  });
  if (!wanted.success) throw invalidData(wanted.error);
  const id = await callStreamer(viewer, wanted.data);
  const page = localePath(`/request/${id}`, languageOfPath(new URL(request.url).pathname));
  try {
    const bankPage = `${originOf(request)}${page}?done=pay`;
    const bank = await payRequest(
      viewer,
      id,
      textOf(form, 'cardId') || undefined,
      context.clientAddress,
      bankPage,
    );
    if (bank) return { stripe: bank };
  } catch (error) {
    // The request's own page handles a missing or declined card. Other errors are shown here, and sending the form
    // again pays the same request.
    if (!(error instanceof ProtocolError) || !ON_ITS_PAGE.includes(error.code)) throw error;
  }
  throw redirect(page);
});

export { clientAction };

export default function CallPage() {
  const { name, urlname, offer, cards, unconfirmed, done, clientKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t, language } = useTranslation('requests');
  if (result && 'stripe' in result) return <ToStripe url={result.stripe} />;
  const path = localePath(`/user/${urlname}/call`, language);
  return (
    <div className="page grid gap-8 py-8 sm:py-14">
      <div className="grid gap-2">
        <h1 className="text-3xl wrap-anywhere">{t('call.title', { name })}</h1>
        <p className="max-w-prose text-muted">{t('call.text')}</p>
      </div>
      {!offer && (
        <>
          <Alert tone="info">{t('call.notNow', { name })}</Alert>
          <p>
            <LocaleLink to={`/user/${urlname}`} className={buttonClass({ variant: 'secondary' })}>
              {t('call.profile', { name })}
            </LocaleLink>
          </p>
        </>
      )}
      {offer && !cards && (
        <p>
          <LocaleLink to={`/login?redirectTo=${encodeURIComponent(path)}`} className={buttonClass()}>
            {t('call.logIn')}
          </LocaleLink>
        </p>
      )}
      {offer && unconfirmed && (
        <ConfirmFirst email={unconfirmed} back={path} sent={done === 'confirm'} refusal={result} />
      )}
      {offer && cards && !unconfirmed && (
        <CallForm name={name} offer={offer} cards={cards} clientKey={clientKey} refusal={result} />
      )}
    </div>
  );
}
