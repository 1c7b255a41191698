import { createHash } from 'node:crypto';

/** Stripe's test cards and their behaviour. All others are refused, so that no one enters a real one. */

/**
 * When the bank requires the holder to confirm. `setup`: only until the card is saved; `onSession`: only if present.
 */
type Authentication = 'never' | 'setup' | 'onSession' | 'always';

/** The bank's refusal, as Stripe reports it. */
export interface Decline {
  code: string;
  decline_code: string;
  message: string;
}

export interface TestCard {
  number: string;
  /** Identifies the card instead of a payment method's id, as in Stripe's test mode. */
  token: string | null;
  authentication: Authentication;
  decline: Decline | null;
  /** Whether the card can be saved although the bank declines payments. */
  saves: boolean;
  /** Whether the holder disputes each payment as fraud. */
  disputed: boolean;
}

const declined = (code: string, decline_code: string, message: string): Decline => ({
  code,
  decline_code,
  message,
});
const GENERIC = declined('card_declined', 'generic_decline', 'Your card was declined.');

const card = (number: string, differs: Partial<TestCard> = {}): TestCard => ({
  number,
  token: null,
  authentication: 'never',
  decline: null,
  saves: !differs.decline,
  disputed: false,
  ...differs,
});

export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', { token: 'pm_card_visa' }),
  card('4000002500003155', { token: 'pm_card_authenticationRequiredOnSetup', authentication: 'setup' }),
  card('4000002760003184', { token: 'pm_card_authenticationRequired', authentication: 'always' }),
  card('4000003800000446', { authentication: 'onSession' }),
  card('4000000000009995', {
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    decline: declined('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  }),
  card('4000000000000002', { token: 'pm_card_visa_chargeDeclined', decline: GENERIC }),
  card('4000000000000341', { token: 'pm_card_chargeCustomerFail', decline: GENERIC, saves: true }),
  card('4000000000000069', {
    token: 'pm_card_visa_chargeDeclinedExpiredCard',
    decline: declined('expired_card', 'expired_card', 'Your card has expired.'),
  }),
  card('4000000000000127', {
    token: 'pm_card_visa_chargeDeclinedIncorrectCvc',
    decline: declined('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  }),
  card('4000000000000259', { token: 'pm_card_createDispute', disputed: true }),
];

export function cardOfToken(token: string): TestCard | undefined {
  return TEST_CARDS.find((known) => known.token === token);
}

export function testCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((known) => known.number === number);
}

/** Luhn's check digit (ISO/IEC 7812-1): catches any single wrong digit. */
export function hasCheckDigit(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .map(Number)
    .reduce((total, digit, place) => {
      const doubled = place % 2 === 1 ? digit * 2 : digit;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}

/** Fingerprint shared by all payment methods of a card. @param salt of this sandbox */
export function fingerprint(number: string, salt: string): string {
  return createHash('sha256').update(salt).update(number).digest('base64url').replace(/\W/g, '').slice(0, 16);
}
