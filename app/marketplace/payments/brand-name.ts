/** Card brands by Stripe's name, spelled as their owners do; others are shown as Stripe names them. */
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

/** The display name of a card brand. @param brand as Stripe names it */
export const brandName = (brand: string): string => BRANDS[brand] ?? brand;
