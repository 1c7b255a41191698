import { useState } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { usePassing } from '#app/forms/passing.ts';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { momentIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { momentsOf } from '#app/marketplace/terms.ts';
import { CardChoices } from '#app/payments/cards/card-choices.tsx';
import type { OwnCard } from '#app/payments/cards/cards.server.ts';
import { CancellationTerms } from '../change/cancellation-terms.tsx';
import type { OwnBooking } from '../own-bookings.server.ts';

/** Whether the customer has to pay, or to fix a payment. */
export const isToPay = ({ side, status, startAt, paid, now }: OwnBooking): boolean =>
  side === 'consumer' &&
  (status === 'PAYING' ||
    ((paid?.status === 'ACTION' || paid?.cardEnds === true) &&
      status !== 'CANCELLED' &&
      status !== 'REJECTED' &&
      startAt.getTime() > now));

type PaymentFormProps = {
  booking: OwnBooking;
  cards: readonly OwnCard[];
  /** The card that was just added; null without one. */
  added: string | null;
  /** The viewer's. */
  timeZone: string;
  refusal: Refusal | undefined;
};

/** Chooses the card for a booking's hold and shows the terms that paying agrees to. */
export function PaymentForm({ booking, cards, added, timeZone, refusal }: PaymentFormProps) {
  const { t, language } = useTranslation('bookings');
  const reader = useReader();
  const { t: paymentText } = useTranslation('payments');
  const { amount, currency, endAt, payBy } = booking;
  const { payMs, holdAt, fixBy, complainBy } = momentsOf(booking);
  const isFar = holdAt > booking.now;
  const moment = (at: number) => momentIn(at, timeZone, reader);
  const until = payBy?.getTime() ?? fixBy;
  const price = formatAmount(amount, currency, language);
  const { form, ...pay } = usePassing(formState(refusal, 'pay', {}));
  const [isOther, setOther] = useState(false);
  return (
    <section aria-labelledby="pay" className="grid gap-4 rounded-lg border border-line bg-raised p-4 sm:p-5">
      <h2 id="pay" className="text-xl">
        {t('pay.title')}
      </h2>
      <p>
        {t(payBy ? 'pay.until' : 'pay.fixUntil', {
          time: moment(until),
          minutes: payMs / 60_000,
        })}
      </p>
      <p>
        {t(isFar ? 'pay.later' : 'pay.now', {
          amount: price,
          time: moment(holdAt),
          charged: moment(complainBy),
        })}
      </p>
      {booking.paid?.refusal && !refusal && !added && !isOther && <Alert tone="error">{t('pay.bank')}</Alert>}
      <CancellationTerms booking={booking} timeZone={timeZone} />
      {cards.length > 0 && (
        <PageForm
          form={form}
          onChange={() => {
            pay.onChange();
            setOther(true);
          }}
          submit={t(isFar ? 'pay.submitLater' : 'pay.submit', { amount: price })}
          note={t('emails')}
          instead={{ WRONG_STATE: t('pay.tooLate'), RATE_LIMITED: paymentText('tooMany') }}
          leavesPage
          unguarded
        >
          <CardChoices cards={cards} form={form} until={endAt} added={added} />
        </PageForm>
      )}
      <PageForm
        form={formState(refusal, 'card', {})}
        submit={t(cards.length > 0 ? 'pay.otherCard' : 'pay.addCard')}
        variant={cards.length > 0 ? 'secondary' : 'primary'}
        instead={{ FORBIDDEN: t('pay.unconfirmed'), RATE_LIMITED: paymentText('tooMany') }}
        leavesPage
        unguarded
      />
    </section>
  );
}
