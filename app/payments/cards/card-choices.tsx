import type { FormState } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { brandName } from '#app/marketplace/payments/brand-name.ts';
import type { OwnCard } from './cards.server.ts';

type CardChoicesProps = {
  cards: readonly OwnCard[];
  form: Pick<FormState<string>, 'choice'>;
  /** The card must not expire before this. */
  until: Date;
  /** The card that was just added; null without one. */
  added?: string | null;
};

/** Chooses the card to pay with, by default the one just added, else the person's default card: the field `cardId`. */
export function CardChoices({ cards, form, until, added = null }: CardChoicesProps) {
  const { t } = useTranslation('payments');
  const proposed = added ?? cards.find(({ isDefault }) => isDefault)?.id ?? cards[0]?.id ?? '';
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 font-semibold">{t('cards.choose')}</legend>
      {cards.map(({ id, brand, last4, expMonth, expYear }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            {...form.choice('cardId', id, [proposed])}
            disabled={Date.UTC(expYear, expMonth) <= until.getTime()}
            className="size-5 accent-(--accent-text)"
          />
          <span className="tabular-nums">
            {t('cards.name', { brand: brandName(brand), last4 })}
            <span className="text-muted">
              {` · ${t('cards.until', { month: String(expMonth).padStart(2, '0'), year: String(expYear) })}`}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
