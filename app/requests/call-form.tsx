import { PageForm } from '#app/forms/page-form.tsx';
import { usePassing } from '#app/forms/passing.ts';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { CardChoices } from '#app/payments/cards/card-choices.tsx';
import type { OwnCard } from '#app/payments/cards/cards.server.ts';
import type { CallOffer } from './offer.server.ts';

/** The preselected budget, unless the streamer only takes shorter calls. */
const USUAL_MINUTES = 15;

type CallFormProps = {
  /** The streamer's. */
  name: string;
  offer: CallOffer;
  cards: readonly OwnCard[];
  clientKey: string;
  refusal: Refusal | undefined;
};

/** Form to call a streamer: the budget, the card, and the terms that calling agrees to. */
export function CallForm({ name, offer, cards, clientKey, refusal }: CallFormProps) {
  const { t, language } = useTranslation('requests');
  const { t: paymentText } = useTranslation('payments');
  const { priceMinor, currency, budgets } = offer;
  const price = (minor: number) => formatAmount(minor, currency, language);
  const { form, onChange } = usePassing(formState(refusal, 'call', { budgetMinutes: t('call.budgetWrong') }));
  const proposed = budgets.findLast((minutes) => minutes <= USUAL_MINUTES) ?? budgets[0];
  const { error } = form.wrong('budgetMinutes');
  return (
    <PageForm
      form={form}
      onChange={onChange}
      submit={t('call.submit', { name })}
      note={t('call.emails', { name })}
      instead={{
        PRICE_CHANGED: t('call.priceChanged', { name }),
        WRONG_STATE: t('call.ringing'),
        RATE_LIMITED: t('call.tooMany'),
        FORBIDDEN: paymentText('unconfirmed'),
      }}
      leavesPage
      unguarded
    >
      <input type="hidden" name="price" value={priceMinor} />
      <input type="hidden" name="currency" value={currency} />
      <input type="hidden" name="clientKey" value={clientKey} />
      <p className="text-lg tabular-nums">{t('call.perMinute', { price: price(priceMinor) })}</p>
      <fieldset className="grid gap-2" aria-describedby="terms">
        <legend className="pb-1 font-semibold">{t('call.budget')}</legend>
        {error && <p className="text-poor">{error}</p>}
        {budgets.map((minutes) => (
          <label key={minutes} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              {...form.choice('budget', String(minutes), [String(proposed)])}
              className="size-5 accent-(--accent-text)"
            />
            <span className="tabular-nums">
              {t('call.minutes', { count: minutes })}
              <span className="text-muted">
                {` · ${t('call.atMost', { amount: price(priceMinor * minutes) })}`}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {cards.length > 0 ? (
        <CardChoices cards={cards} form={form} until={new Date()} />
      ) : (
        <p className="text-muted">{t('call.noCard')}</p>
      )}
      <ul id="terms" className="grid max-w-prose list-disc gap-1 ps-5 text-muted">
        <li>{t('call.held')}</li>
        <li>{t('call.counted')}</li>
        <li>{t('call.answer', { name })}</li>
      </ul>
    </PageForm>
  );
}
