import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { BookingActions } from '#app/bookings/booking/booking-actions.tsx';
import { changeBooking } from '#app/bookings/booking/changes.server.ts';
import { redirectToRoom } from '#app/bookings/booking/enter.server.ts';
import { readOwnBooking } from '#app/bookings/booking/own-bookings.server.ts';
import { BOOKING_CHANGES } from '#app/bookings/booking/schema.ts';
import { useOwnZone } from '#app/bookings/booking/use-own-zone.ts';
import { momentIn, spanIn, zoneName } from '#app/entities/booking/moments.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { RefusedButton } from '#app/forms/page-form.tsx';
import { Success } from '#app/forms/success.tsx';
import { requireUser } from '#app/http/guards.server.ts';
import { orNotFound } from '#app/http/page.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { personalMeta } from '#app/site/personal-meta.ts';

export const handle: PageHandle = { i18n: ['bookings'] };

export const meta = personalMeta('nav.booking');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return {
    booking: await readOwnBooking(viewer, params.id ?? '').catch(orNotFound),
    changed: new URL(request.url).searchParams.has('done'),
  };
}

export const action = formAction(async ({ request, params, form }) => {
  const viewer = await requireUser(request);
  if (textOf(form, 'intent') === 'room') throw await redirectToRoom(request, viewer, params.id ?? '');
  const change = await changeBooking(viewer, textOf(form, 'intent'), params.id ?? '');
  throw redirect(`${new URL(request.url).pathname}?done=${change}`);
});

export { clientAction };

export default function BookingPage() {
  const { booking, changed } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t, language } = useTranslation('bookings');
  const localePath = useLocalePath();
  const own = useOwnZone();
  const { side, status, startAt, endAt, priceMinor, amount, currency, timeZone, confirmBy } = booking;
  const name = booking.name ?? t('bookings.gone');
  const spanOn = (zone: string) =>
    t('bookings.onClock', {
      time: spanIn(startAt.getTime(), endAt.getTime(), zone, language),
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
      </div>
      <RefusedButton refusal={refusal} intents={[...BOOKING_CHANGES, 'room']} />
      <Success done={changed}>{t('bookings.changed')}</Success>
      <dl className="grid gap-3 [&_dd]:wrap-anywhere [&_dt]:text-sm [&_dt]:text-muted">
        <div>
          <dt>{t('bookings.when')}</dt>
          <dd className="first-letter:uppercase">{spanOn(own)}</dd>
          {timeZone !== own && <dd className="text-muted first-letter:uppercase">{spanOn(timeZone)}</dd>}
        </div>
        <div>
          <dt>{t('bookings.price')}</dt>
          <dd>
            {t('slots.sum', {
              minutes,
              price: t('perMinute', { price: price(priceMinor) }),
              amount: price(amount),
            })}
          </dd>
        </div>
        {status === 'WAITING' && confirmBy && (
          <div>
            <dt>{t('bookings.confirmUntil')}</dt>
            <dd className="first-letter:uppercase">{momentIn(confirmBy.getTime(), own, language)}</dd>
          </div>
        )}
      </dl>
      <BookingActions booking={booking} timeZone={own} />
      {status === 'CONFIRMED' && (
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
