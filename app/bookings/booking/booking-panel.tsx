import { spanIn, zoneName } from '#app/entities/booking/moments.ts';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Slots } from '../availability/slot-schema.ts';
import type { Moving } from './move.server.ts';
import { selectionOf } from './selection.ts';

type BookingPanelProps = {
  slots: Slots;
  /** Starts of slots, in ms since 1970. */
  selected: readonly number[];
  /** The streamer's. */
  name: string;
  /** The viewer's. */
  timeZone: string;
  /** New for each booking. */
  clientKey: string;
  /** The booking that is to be moved. */
  moving: Moving | null;
  refusal: Refusal | undefined;
};

/** What is about to be booked, on both clocks, with what it costs. */
export function BookingPanel({
  slots,
  selected,
  name,
  timeZone,
  clientKey,
  moving,
  refusal,
}: BookingPanelProps) {
  const { t, language } = useTranslation('bookings');
  if (selected.length === 0) return null;
  const selection = selectionOf(slots, selected);
  if (typeof selection === 'string') {
    const offer =
      slots.offers[slots.slots.find(({ start }) => Date.parse(start) === selected[0])?.offer ?? 0];
    const minutes = selection === 'short' ? offer?.minMinutes : offer?.maxMinutes;
    return <PanelNote>{t(`slots.${selection}`, { minutes: minutes ?? 0 })}</PanelNote>;
  }
  const { startAt, endAt, minutes, priceMinor, currency, amount } = selection;
  const price = (minor: number) => formatAmount(minor, currency, language);
  const theirs = slots.timeZone ?? timeZone;
  if (moving?.startAt.getTime() === startAt && moving.endAt.getTime() === endAt)
    return <PanelNote>{t('move.same')}</PanelNote>;
  return (
    // Below a list that is longer than a phone, it would not be seen while times are chosen.
    <section
      aria-labelledby="booking"
      className="sticky bottom-3 grid max-w-2xl gap-2 rounded-xl border border-line bg-raised p-4 shadow-soft sm:gap-3 sm:p-5"
    >
      <h2 id="booking" className="text-xl">
        {t('slots.yourBooking')}
      </h2>
      <p className="font-semibold first-letter:uppercase">{spanIn(startAt, endAt, timeZone, language)}</p>
      {theirs !== timeZone && (
        <p className="text-muted">
          {t('slots.theirClock', {
            time: spanIn(startAt, endAt, theirs, language),
            name,
            zone: zoneName(theirs),
          })}
        </p>
      )}
      <p>
        {t('slots.sum', {
          minutes,
          price: t('perMinute', { price: price(priceMinor) }),
          amount: price(amount),
        })}
      </p>
      {moving && (
        <p>
          {t('move.instead', {
            when: spanIn(moving.startAt.getTime(), moving.endAt.getTime(), timeZone, language),
            amount: formatAmount(moving.amount, moving.currency, language),
          })}
        </p>
      )}
      <p className="text-muted">{t(moving ? 'move.waits' : 'slots.waits', { name })}</p>
      <PageForm
        form={formState(refusal, 'book', {})}
        submit={t(moving ? 'move.submit' : 'slots.book', { amount: price(amount) })}
        instead={{
          SLOT_TAKEN: t('slots.taken'),
          PRICE_CHANGED: t('slots.priceChanged'),
          CARD_NEEDED: (
            <>
              {t('slots.cardNeeded')}
              <LocaleLink to="/personal/payment" className="py-2.5 underline">
                {t('slots.saveCard')}
              </LocaleLink>
            </>
          ),
          WRONG_STATE: t(moving ? 'move.tooLate' : 'slots.others'),
        }}
        leadsOn
        unguarded
      >
        {selected.map((at) => (
          <input key={at} type="hidden" name="slot" value={new Date(at).toISOString()} />
        ))}
        {moving && <input type="hidden" name="movedFrom" value={moving.id} />}
        <input type="hidden" name="amount" value={amount} />
        <input type="hidden" name="currency" value={currency} />
        <input type="hidden" name="timeZone" value={timeZone} />
        <input type="hidden" name="clientKey" value={clientKey} />
      </PageForm>
    </section>
  );
}

/** Why what was chosen cannot be booked. */
function PanelNote({ children }: { children: string }) {
  return (
    <p role="status" className="sticky bottom-3 rounded-xl border border-line bg-raised p-4 shadow-soft">
      {children}
    </p>
  );
}
