/** Stripe's names of brands, as their owners write them; other names are shown as Stripe gives them. */
const BRANDS: Partial<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A brand as it is shown. @param brand as Stripe names it */
export const brandName = (brand: string): string => BRANDS[brand] ?? brand;
