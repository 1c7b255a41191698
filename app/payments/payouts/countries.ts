/**
 * Countries where Stripe pays streamers of a platform in the same region (Canada, Switzerland, the United Kingdom, the
 * United States and the European Economic Area: https://docs.stripe.com/connect/cross-border-payouts), limited to the
 * countries that cities can be in.
 */
export const PAYOUT_COUNTRIES = [
  ...[
    'ES',
    'PT',
    'FR',
    'IT',
    'DE',
    'GB',
    'IE',
    'NL',
    'BE',
    'LU',
    'CH',
    'AT',
    'DK',
    'SE',
    'NO',
    'FI',
    'IS',
    'PL',
  ],
  ...['CZ', 'GR', 'US', 'CA'],
] as const;
