import { Alert } from '#app/components/ui/alert.tsx';
import type { Refusal } from '#app/forms/refusal.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { EndingCosts } from './ending-costs.server.ts';

type EndingTermsProps = {
  /** As loaded with the page; the server's, if it refused others. */
  costs: EndingCosts;
  refusal: Refusal | undefined;
};

/** In a form that ends a person's bookings: names the fees and strikes, and submits the fees. Needs the namespace `people`. */
export function EndingTerms({ costs, refusal }: EndingTermsProps) {
  const { t, language } = useTranslation('people');
  const fees = refusal?.fees ?? costs.fees;
  const texts = fees.map(({ amount, currency }) => formatAmount(amount, currency, language));
  return (
    <>
      {refusal?.fees && <Alert tone="error">{t('ending.changed')}</Alert>}
      {fees.length > 0 && <p>{t('ending.fee', { fees: new Intl.ListFormat(language).format(texts) })}</p>}
      {costs.strikes > 0 && <p>{t('ending.strikes', { count: costs.strikes })}</p>}
      {fees.map(({ amount, currency }) => (
        <input key={currency} type="hidden" name="fee" value={`${amount} ${currency}`} />
      ))}
    </>
  );
}
