import { Form } from '@remix-run/react';
import { useState } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { usePassing } from '#app/forms/passing.ts';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { CardChoices } from '#app/payments/cards/card-choices.tsx';
import type { OwnCard } from '#app/payments/cards/cards.server.ts';
import type { CallRequest } from '#protocol/call-request.ts';

type PayFormProps = {
  request: CallRequest;
  amount: number;
  currency: string;
  cards: readonly OwnCard[];
  /** The card that was just added; null without one. */
  added: string | null;
  /** Why the bank refused the last card. */
  refusal: string | null;
  /** Stripe has not answered. */
  isAway: boolean;
  refused: Refusal | undefined;
};

/** Form to pay a request without a held amount: no card was saved, or the last one was refused. */
export function PayForm({ request, amount, currency, cards, added, refusal, isAway, refused }: PayFormProps) {
  const { t, language } = useTranslation('requests');
  const { t: paymentText } = useTranslation('payments');
  const { form, ...pay } = usePassing(formState(refused, 'pay', {}));
  const [isOther, setOther] = useState(false);
  const price = formatAmount(amount, currency, language);
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-3xl wrap-anywhere">{t('pay.title', { name: request.other.name })}</h1>
      {isAway && <Alert tone="error">{paymentText('away')}</Alert>}
      {refusal && !refused && !added && !isOther && <Alert tone="error">{t('pay.refused')}</Alert>}
      <p>{t(cards.length > 0 ? 'pay.text' : 'pay.noCard', { amount: price })}</p>
      {cards.length > 0 && (
        <PageForm
          form={form}
          onChange={() => {
            pay.onChange();
            setOther(true);
          }}
          submit={t('pay.submit', { amount: price })}
          note={t('call.emails', { name: request.other.name })}
          instead={{ RATE_LIMITED: paymentText('tooMany') }}
          leavesPage
          unguarded
        >
          <CardChoices cards={cards} form={form} until={new Date()} added={added} />
        </PageForm>
      )}
      <PageForm
        form={formState(refused, 'card', {})}
        submit={paymentText('cards.add')}
        variant={cards.length > 0 ? 'secondary' : 'primary'}
        instead={{ FORBIDDEN: paymentText('unconfirmed'), RATE_LIMITED: paymentText('tooMany') }}
        leavesPage
        unguarded
      />
      <Form method="post">
        <Button type="submit" name="intent" value="cancel" variant="secondary">
          {t('cancel')}
        </Button>
      </Form>
    </div>
  );
}
