import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { netOf } from '#protocol/charge.ts';
import type { OwnBooking } from '../own-bookings.server.ts';

type Sold = Pick<OwnBooking, 'side' | 'status' | 'outcome' | 'amount' | 'currency'> & {
  paid: Pick<NonNullable<OwnBooking['paid']>, 'feeBps' | 'captured' | 'toCapture' | 'earned'> | null;
};

/** What a booking brings its streamer, and of which charge; null for the customer, and if nothing is charged. */
function partOf({ side, status, outcome, amount, paid }: Sold) {
  if (side === 'consumer' || !paid) return null;
  const isOpen = outcome === null && (status === 'WAITING' || status === 'CONFIRMED');
  if (isOpen) return { yours: netOf(amount, paid.feeBps), of: amount };
  const of = paid.captured || (paid.toCapture ?? 0);
  return of > 0 ? { yours: paid.earned, of } : null;
}

/** What a booking brings its streamer, in words; empty if nothing. */
export function StreamersPart({ booking, before = '' }: { booking: Sold; before?: string }) {
  const { t, language } = useTranslation('bookings');
  const part = partOf(booking);
  if (!part) return null;
  const price = (minor: number) => formatAmount(minor, booking.currency, language);
  const text = part.of === booking.amount ? 'bookings.yours' : 'bookings.yoursOf';
  return before + t(text, { yours: price(part.yours), of: price(part.of) });
}
