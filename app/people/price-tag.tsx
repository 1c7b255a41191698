import { formatPrice } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type Price = { currency: string; perMinute: number };

/** Price per minute in the reader's currency, or in another one the streamer has a price in. */
export function PriceTag({ prices, currency }: { prices: readonly Price[]; currency: string }) {
  const { t, language } = useTranslation('people');
  const price = prices.find((candidate) => candidate.currency === currency) ?? prices[0];
  if (!price) return null;
  return (
    <span className="tabular-nums">
      <span className="font-semibold">{formatPrice(price.perMinute, price.currency, language)}</span>{' '}
      <span className="text-muted">{t('perMinute')}</span>
    </span>
  );
}
