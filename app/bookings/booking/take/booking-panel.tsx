import { buttonClass } from '#app/components/ui/button.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { spanIn, zoneName } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ConfirmFirst } from '#app/payments/cards/confirm-first.tsx';
import type { Slots } from '../../availability/slot-schema.ts';
import type { Moving } from '../change/move.server.ts';
import { type Selection, type SelectionProblem, selectionOf } from '../selection.ts';

type BookingPanelProps = {
  slots: Slots;
  /** Starts of slots, in ms since 1970. */
  selected: readonly number[];
  /** The streamer's. */
  name: string;
  /** The viewer's. */
  timeZone: string;
  /** A new one for each booking. */
  clientKey: string;
  /** The booking to move. */
  moving: Moving | null;
  refusal: Refusal | undefined;
  /** Where visitors log in first; null if the viewer is logged in. */
  logIn: string | null;
  /** The viewer's address, if it has to be confirmed first. */
  unconfirmed: string | null;
  /** Path of the page with what is selected. */
  back: string;
  /** Whether the link to confirm the address was just sent. */
  sent: boolean;
};

/**
 * Summary of the selected booking in both time zones, with its price; or the reason why the selection cannot be booked.
 */
export function BookingPanel(props: BookingPanelProps) {
  // Texts of what a click shows, which cannot wait for them then.
  useTranslation('payments');
  useTranslation('errors');
  const { slots, selected, moving } = props;
  const chosen = selected.length > 0 ? selectionOf(slots, selected) : null;
  const selection = typeof chosen === 'object' && !isKept(moving, chosen) ? chosen : null;
  return (
    // Sticky, as it would be out of sight below or beside a list longer than the screen.
    <section
      aria-labelledby={selection ? 'booking' : undefined}
      className={`sticky bottom-3 grid max-w-2xl gap-2 sm:gap-3 lg:top-6 lg:bottom-auto ${chosen ? 'rounded-lg border border-line bg-raised p-4 shadow-soft sm:p-5' : ''}`}
    >
      {/* Rendered before anything is selected, so that screen readers announce its changes. */}
      <div role="status" className="grid gap-2 sm:gap-3">
        {selection ? <Summary {...props} {...selection} /> : chosen && <Problem {...props} chosen={chosen} />}
      </div>
      {selection && !props.logIn && props.unconfirmed && (
        <ConfirmFirst email={props.unconfirmed} back={props.back} sent={props.sent} refusal={props.refusal} />
      )}
      {selection && !props.logIn && !props.unconfirmed && <BookForm {...props} {...selection} />}
      {selection && props.logIn && <LogIn to={props.logIn} />}
    </section>
  );
}

function LogIn({ to }: { to: string }) {
  const { t } = useTranslation('bookings');
  return (
    <LocaleLink to={to} className={`${buttonClass()} justify-self-start`}>
      {t('slots.logIn')}
    </LocaleLink>
  );
}

/** Whether the selection is the booking's present time. */
const isKept = (moving: Moving | null, chosen: Selection | null): boolean =>
  moving?.startAt.getTime() === chosen?.startAt && moving?.endAt.getTime() === chosen?.endAt;

type ProblemProps = BookingPanelProps & { chosen: Selection | SelectionProblem };

function Problem({ slots: { offers, slots }, selected, chosen }: ProblemProps) {
  const { t } = useTranslation('bookings');
  if (typeof chosen === 'object') return <p>{t('move.same')}</p>;
  const offer = offers[slots.find(({ start }) => Date.parse(start) === selected[0])?.offer ?? 0];
  const minutes = chosen === 'short' ? offer?.minMinutes : offer?.maxMinutes;
  return <p>{t(`slots.${chosen}`, { minutes: minutes ?? 0 })}</p>;
}

type ChosenProps = BookingPanelProps & Selection;

function Summary({ slots, name, timeZone, moving, ...chosen }: ChosenProps) {
  const { t, language } = useTranslation('bookings');
  const reader = useReader();
  const { startAt, endAt, minutes, priceMinor, currency, amount } = chosen;
  const price = (minor: number) => formatAmount(minor, currency, language);
  const theirs = slots.timeZone ?? timeZone;
  return (
    <>
      <h2 id="booking" className="text-xl">
        {t('slots.yourBooking')}
      </h2>
      <p className="font-semibold first-letter:uppercase">{spanIn(startAt, endAt, timeZone, reader)}</p>
      {theirs !== timeZone && (
        <p className="text-muted first-letter:uppercase">
          {t('slots.theirClock', {
            time: spanIn(startAt, endAt, theirs, reader),
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
            when: spanIn(moving.startAt.getTime(), moving.endAt.getTime(), timeZone, reader),
            amount: formatAmount(moving.amount, moving.currency, language),
          })}
        </p>
      )}
    </>
  );
}

function BookForm({ selected, name, timeZone, clientKey, moving, refusal, ...chosen }: ChosenProps) {
  const { t, language } = useTranslation('bookings');
  const { t: paymentText } = useTranslation('payments');
  // A refusal is about the times that were sent, and goes once others are chosen.
  const sent = refusal?.typed.slot?.map((at) => Date.parse(at)) ?? [];
  const isAbout = sent.length === selected.length && selected.every((at) => sent.includes(at));
  const current = isAbout ? refusal : undefined;
  const { currency, amount } = chosen;
  const price = formatAmount(amount, currency, language);
  return (
    <>
      <p className="text-muted">{t(moving ? 'move.waits' : 'slots.waits', { name })}</p>
      <PageForm
        form={formState(current, 'book', {})}
        submit={t(moving ? 'move.submit' : 'slots.book', { amount: price })}
        instead={{
          FORBIDDEN: paymentText('unconfirmed'),
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
        leavesPage
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
    </>
  );
}
