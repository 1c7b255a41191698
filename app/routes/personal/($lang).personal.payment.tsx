import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Section } from '#app/components/page/section.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { PageForm, RefusedButton } from '#app/forms/page-form.tsx';
import { formState } from '#app/forms/refusal.ts';
import { Success } from '#app/forms/success.tsx';
import { originOf } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { CardList } from '#app/payments/cards/card-list.tsx';
import {
  ownCards,
  preferCard,
  refreshCards,
  removeCard,
  startCard,
} from '#app/payments/cards/cards.server.ts';
import { ChargeList } from '#app/payments/holds/charge-list.tsx';
import { listCharges } from '#app/payments/holds/charges.server.ts';
import { stripeMode, unlessAway } from '#app/payments/stripe/client.server.ts';
import { ToStripe } from '#app/payments/stripe/to-stripe.tsx';
import { personalMeta } from '#app/site/personal-meta.ts';
import { ProtocolError } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['payments'] };

export const meta = personalMeta('nav.payment');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const done = searchParams.get('done');
  const isAway = done === 'stripe' && !(await unlessAway(refreshCards({ userId: viewer.id })));
  return {
    cards: await ownCards(viewer),
    charges: await listCharges(viewer),
    isOff: stripeMode === null,
    isAway,
    done,
  };
}

export const action = formAction(async ({ request, form }) => {
  const viewer = await requireUser(request);
  const { pathname } = new URL(request.url);
  const id = textOf(form, 'id');
  const intent = textOf(form, 'intent');
  switch (intent) {
    case 'add':
      return { stripe: await startCard(viewer, originOf(request) + pathname) };
    case 'prefer':
      await preferCard(viewer, id);
      break;
    case 'remove':
      await removeCard(viewer, id);
      break;
    default:
      throw new ProtocolError('BAD_MESSAGE');
  }
  throw redirect(`${pathname}?done=${intent}#cards`);
});

export { clientAction };

export default function PaymentPage() {
  const { cards, charges, isOff, isAway, done } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation('payments');
  if (result && 'stripe' in result) return <ToStripe url={result.stripe} />;
  return (
    <>
      <h1 className="pb-2 text-3xl">{t('cards.title')}</h1>
      <p className="max-w-2xl text-muted">{t(isOff ? 'off' : 'cards.text')}</p>
      <Section id="cards" title={t('cards.heading')}>
        <RefusedButton
          refusal={result}
          intents={['prefer', 'remove']}
          instead={{ IN_USE: t('cards.inUse') }}
        />
        <Success done={done === 'remove'}>{t('cards.removed')}</Success>
        <Success done={done === 'prefer'}>{t('cards.preferred')}</Success>
        <Success done={done === 'stripe' && !isAway}>{t('cards.back')}</Success>
        {isAway && <Alert tone="error">{t('away')}</Alert>}
        <CardList cards={cards} />
        {!isOff && (
          <PageForm
            form={formState(result, 'add', {})}
            submit={t('cards.add')}
            variant="secondary"
            leavesPage
            unguarded
            instead={{ FORBIDDEN: t('unconfirmed'), RATE_LIMITED: t('tooMany'), UNAVAILABLE: t('away') }}
          />
        )}
      </Section>
      <Section id="charges" title={t('charges.title')}>
        <ChargeList charges={charges} />
      </Section>
    </>
  );
}
