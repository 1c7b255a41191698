import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changeBooking } from '#app/bookings/booking/change/changes.server.ts';
import { FreeUntil } from '#app/bookings/booking/change/free-until.tsx';
import { MovedTimes } from '#app/bookings/booking/change/moved-times.tsx';
import { BookingActions } from '#app/bookings/booking/own/booking-actions.tsx';
import { redirectToRoom } from '#app/bookings/booking/own/enter.server.ts';
import { StreamersPart } from '#app/bookings/booking/own/streamers-part.tsx';
import { readOwnBooking } from '#app/bookings/booking/own-bookings.server.ts';
import { pay } from '#app/bookings/booking/pay/pay.server.ts';
import { isToPay, PaymentForm } from '#app/bookings/booking/pay/payment-form.tsx';
import { PaymentStatus } from '#app/bookings/booking/pay/payment-status.tsx';
import { BOOKING_CHANGES, paymentChoice } from '#app/bookings/booking/schema.ts';
import { FreeTimes } from '#app/bookings/booking/take/free-times.tsx';
import { nextFree } from '#app/bookings/booking/take/next-free.server.ts';
import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { RefusedButton } from '#app/forms/page-form.tsx';
import { Success } from '#app/forms/success.tsx';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { momentIn, spanIn, zoneName } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { addedCard, ownCards, refreshCards, startCard } from '#app/payments/cards/cards.server.ts';
import { complaintByForm } from '#app/payments/complaints/by-form.server.ts';
import { ComplaintSection } from '#app/payments/complaints/complaint-section.tsx';
import { complaintAbout } from '#app/payments/complaints/read.server.ts';
import { refreshPayment } from '#app/payments/holds/intent.server.ts';
import { listRefunds } from '#app/payments/refunds/list.server.ts';
import { unlessAway } from '#app/payments/stripe/client.server.ts';
import { ToStripe } from '#app/payments/stripe/to-stripe.tsx';
import { personalMeta } from '#app/site/personal-meta.ts';
import { streamOfBooking } from '#app/streams/own-streams.server.ts';
import { StreamNumbers } from '#app/streams/stream-numbers.tsx';
import { COMPLAINT_FORMS } from '#protocol/complaint.ts';
import { invalidData } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['bookings', 'payments', 'streams', 'errors'] };

export const meta = personalMeta('nav.booking');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const done = new URL(request.url).searchParams.get('done');
  const read = () => readOwnBooking(viewer, params.id ?? '').catch(orNotFound);
  let booking = await read();
  let isAway = false;
  // Back from Stripe's or the bank's page: the outcome is read from Stripe, not taken from the URL.
  if (done === 'stripe') isAway = !(await unlessAway(refreshCards({ userId: viewer.id })));
  if (done === 'pay' && isToPay(booking) && booking.paid) {
    isAway = !(await unlessAway(refreshPayment(booking.paid)));
    booking = await read();
  }
  const refunds = booking.paid ? await listRefunds(booking.paid.id) : [];
  const details = await streamOfBooking(viewer, booking.id);
  const complaint = details && (await complaintAbout(viewer, details.stream.id));
  const isLetDown =
    booking.side === 'consumer' && booking.status === 'CANCELLED' && booking.endedReason === 'PRODUCER';
  const refusedAt = booking.paid?.refusal ? booking.paid.changedAt : null;
  return {
    booking,
    added: isToPay(booking) ? await addedCard(viewer, done === 'stripe' && !isAway, refusedAt) : null,
    free: isLetDown ? await nextFree(viewer, booking) : [],
    details,
    complaint,
    refunds,
    cards: isToPay(booking) ? await ownCards(viewer) : [],
    isAway,
    done,
  };
}

export const action = formAction(async ({ request, params, context, form }) => {
  const viewer = await requireUser(request);
  const { pathname } = new URL(request.url);
  const page = originOf(request) + pathname;
  const id = params.id ?? '';
  const intent = textOf(form, 'intent');
  if (intent === 'room') throw await redirectToRoom(request, viewer, id);
  if (intent === 'card') return { stripe: await startCard(viewer, page) };
  const complaint = COMPLAINT_FORMS.find((name) => name === intent);
  if (complaint) {
    const details = await streamOfBooking(viewer, (await readOwnBooking(viewer, id)).id);
    await complaintByForm(viewer, details?.stream.id ?? '', complaint, form);
    throw redirect(`${pathname}?done=${complaint}#complaint`);
  }
  if (intent === 'pay') {
    const choice = paymentChoice.safeParse({ cardId: textOf(form, 'cardId') || undefined });
    if (!choice.success) throw invalidData(choice.error);
    const bank = await pay(viewer, id, choice.data.cardId, context.clientAddress, `${page}?done=pay`);
    if (bank) return { stripe: bank };
    throw redirect(`${pathname}?done=pay`);
  }
  const change = await changeBooking(viewer, intent, id, Number(textOf(form, 'fee')));
  throw redirect(`${pathname}?done=${change}`);
});

export { clientAction };

export default function BookingPage() {
  const { booking, added, free, details, complaint, refunds, cards, isAway, done } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t, language } = useTranslation('bookings');
  const reader = useReader();
  const { t: streamText } = useTranslation('streams');
  const localePath = useLocalePath();
  const own = useTimeZone();
  if (result && 'stripe' in result) return <ToStripe url={result.stripe} />;
  const toPay = isToPay(booking);
  const { side, status, startAt, endAt, priceMinor, amount, currency, timeZone, confirmBy, now } = booking;
  const isOpen = startAt.getTime() > now && (status === 'CONFIRMED' || status === 'WAITING');
  const isFreelyEnded = done === 'cancel' && status === 'CANCELLED' && !booking.paid?.toCapture;
  const name = booking.name ?? t('bookings.gone');
  const spanOn = (zone: string) =>
    t('bookings.onClock', {
      time: spanIn(startAt.getTime(), endAt.getTime(), zone, reader),
      zone: zoneName(zone),
    });
  const price = (minor: number) => formatAmount(minor, currency, language);
  const minutes = (endAt.getTime() - startAt.getTime()) / 60_000;
  return (
    <div className="grid max-w-2xl gap-6">
      <p>
        <LocaleLink to={`/personal/booking?as=${side}`} className="py-2.5 text-accent-text underline">
          {t('bookings.back')}
        </LocaleLink>
      </p>
      <div className="grid gap-2">
        <h1 className="text-3xl wrap-anywhere">{t('bookings.callWith', { name })}</h1>
        <p className="font-semibold">{t(`bookings.${status}`)}</p>
        {booking.endedReason && <p className="text-muted">{t(`bookings.reason.${booking.endedReason}`)}</p>}
        {booking.endedNote && <p className="wrap-anywhere whitespace-pre-line">{booking.endedNote}</p>}
        {booking.outcome && !details && (
          <p className="text-muted">{streamText(`outcome.${booking.outcome}`)}</p>
        )}
      </div>
      <RefusedButton refusal={result} intents={[...BOOKING_CHANGES, 'room']} />
      <Success
        done={done !== null && done !== 'stripe' && !toPay && !COMPLAINT_FORMS.some((form) => form === done)}
      >
        {t(done === 'pay' ? 'bookings.made' : isFreelyEnded ? 'bookings.cancelledFree' : 'bookings.changed')}
      </Success>
      {booking.waived && isOpen && <Alert tone="info">{t('move.clock', { zone: zoneName(timeZone) })}</Alert>}
      {isAway && <Alert tone="error">{t('pay.away')}</Alert>}
      <dl className="grid gap-3 [&_dd]:wrap-anywhere [&_dt]:text-sm [&_dt]:text-muted">
        <div>
          <dt>{t('bookings.when')}</dt>
          <dd className="first-letter:uppercase">{spanOn(own)}</dd>
          {timeZone !== own && <dd className="text-muted first-letter:uppercase">{spanOn(timeZone)}</dd>}
        </div>
        <MovedTimes booking={booking} timeZone={own} />
        <div>
          <dt>{t('bookings.price')}</dt>
          <dd>
            {t('slots.sum', {
              minutes,
              price: t('perMinute', { price: price(priceMinor) }),
              amount: price(amount),
            })}
          </dd>
          <dd className="empty:hidden">
            <StreamersPart booking={booking} />
          </dd>
        </div>
        {!toPay && <PaymentStatus booking={booking} refunds={refunds} timeZone={own} />}
        {status === 'WAITING' && confirmBy && (
          <div>
            <dt>{t('bookings.confirmUntil')}</dt>
            <dd className="first-letter:uppercase">{momentIn(confirmBy.getTime(), own, reader)}</dd>
          </div>
        )}
      </dl>
      {toPay && <PaymentForm booking={booking} cards={cards} added={added} timeZone={own} refusal={result} />}
      <FreeTimes free={free} urlname={booking.urlname} name={name} timeZone={own} />
      <BookingActions booking={booking} timeZone={own} refusal={result} />
      {side === 'consumer' && status === 'CONFIRMED' && <FreeUntil booking={booking} timeZone={own} />}
      {details && (
        <section aria-labelledby="delivered" className="grid gap-4">
          <h2 id="delivered" className="text-xl">
            {streamText('numbers.title')}
          </h2>
          <StreamNumbers details={details} />
        </section>
      )}
      {complaint && <ComplaintSection about={complaint} timeZone={own} refusal={result} done={done} />}
      {status === 'CONFIRMED' && endAt.getTime() > now && (
        <p>
          <a
            href={localePath(`/personal/booking/${booking.id}/calendar.ics`)}
            download
            className="py-2.5 text-accent-text underline"
          >
            {t('bookings.calendar')}
          </a>
        </p>
      )}
      {side === 'consumer' && booking.urlname && (
        <p>
          <LocaleLink to={`/user/${booking.urlname}`} className="py-2.5 text-accent-text underline">
            {t('bookings.profile', { name })}
          </LocaleLink>
        </p>
      )}
    </div>
  );
}
