import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changeBooking } from '#app/bookings/booking/change/changes.server.ts';
import { BookingList } from '#app/bookings/booking/own/booking-list.tsx';
import { redirectToRoom } from '#app/bookings/booking/own/enter.server.ts';
import {
  BOOKINGS_A_PAGE,
  countWaiting,
  listOwnBookings,
  type Side,
} from '#app/bookings/booking/own-bookings.server.ts';
import { BOOKING_CHANGES } from '#app/bookings/booking/schema.ts';
import { Pager } from '#app/components/page/pager.tsx';
import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { RefusedButton } from '#app/forms/page-form.tsx';
import { Success } from '#app/forms/success.tsx';
import { pageOf } from '#app/http/answers/page.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { zoneName } from '#app/i18n/moments.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { personalMeta } from '#app/site/personal-meta.ts';

export const handle: PageHandle = { i18n: ['bookings'] };

export const meta = personalMeta('nav.booking');

const SIDES: readonly Side[] = ['consumer', 'producer'];

/** The list that the URL names, else the one in which something waits for an answer. */
const sideOf = (query: URLSearchParams, waiting: Record<Side, number>): Side =>
  SIDES.find((one) => one === query.get('as')) ?? SIDES.find((one) => waiting[one] > 0) ?? 'consumer';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const page = pageOf(searchParams);
  const waiting = await countWaiting(viewer);
  const side = sideOf(searchParams, waiting);
  return {
    waiting,
    ...(await listOwnBookings(viewer, side, page)),
    side,
    page,
    size: BOOKINGS_A_PAGE,
    streams: viewer.authorities.has('STREAM'),
    done: searchParams.get('done'),
  };
}

export const action = formAction(async ({ request, form }) => {
  const viewer = await requireUser(request);
  if (textOf(form, 'intent') === 'room') throw await redirectToRoom(request, viewer, textOf(form, 'id'));
  const fee = Number(textOf(form, 'fee'));
  const { pathname, searchParams } = new URL(request.url);
  // Before the change, after which the list that was open may have nothing that waits.
  const as = sideOf(searchParams, await countWaiting(viewer));
  const change = await changeBooking(viewer, textOf(form, 'intent'), textOf(form, 'id'), fee);
  const query = new URLSearchParams({ as, done: change });
  throw redirect(`${pathname}?${query}`);
});

export { clientAction };

export default function BookingsPage() {
  const { coming, past, total, waiting, side, page, size, streams, done } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('bookings');
  const timeZone = useTimeZone();
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-3xl">{t('bookings.title')}</h1>
      <RefusedButton refusal={refusal} intents={[...BOOKING_CHANGES, 'room']} />
      <Success done={done}>{t('bookings.changed')}</Success>
      {(streams || side === 'producer') && (
        <nav aria-label={t('bookings.title')} className="flex flex-wrap gap-2">
          {SIDES.map((one) => (
            <LocaleLink
              key={one}
              to={`/personal/booking?as=${one}`}
              aria-current={one === side ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-md px-3 whitespace-nowrap no-underline hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:font-semibold"
            >
              {t(one === 'consumer' ? 'bookings.asConsumer' : 'bookings.asProducer')}
              {waiting[one] > 0 && ` · ${t('bookings.toAnswer', { count: waiting[one] })}`}
            </LocaleLink>
          ))}
        </nav>
      )}
      {coming.length + past.length > 0 && (
        <p className="text-muted">{t('bookings.zone', { zone: zoneName(timeZone) })}</p>
      )}
      {coming.length + past.length === 0 && (
        <div className="grid justify-items-start gap-4">
          <p className="text-muted">{t('bookings.none')}</p>
          {side === 'consumer' && (
            <LocaleLink to="/user" className="link">
              {t('bookings.find')}
            </LocaleLink>
          )}
        </div>
      )}
      <BookingList bookings={coming} timeZone={timeZone} refusal={refusal} />
      {past.length > 0 && (
        <>
          <h2 className="text-xl">{t('bookings.past')}</h2>
          <BookingList bookings={past} timeZone={timeZone} refusal={refusal} />
        </>
      )}
      <Pager page={page} pages={Math.ceil(total / size)} />
    </div>
  );
}
