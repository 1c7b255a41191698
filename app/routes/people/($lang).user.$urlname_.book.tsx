import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { sendToConfirm } from '#app/accounts/addresses/confirm-first.server.ts';
import { slotsQuery } from '#app/bookings/availability/slot-schema.ts';
import { listSlots, nextSlotOf } from '#app/bookings/availability/slots.server.ts';
import { readMoving } from '#app/bookings/booking/change/move.server.ts';
import { newBooking } from '#app/bookings/booking/schema.ts';
import { book } from '#app/bookings/booking/take/book.server.ts';
import { BookingPanel } from '#app/bookings/booking/take/booking-panel.tsx';
import { SlotPicker } from '#app/bookings/booking/take/slot-picker.tsx';
import { ZoneForm } from '#app/bookings/booking/take/zone-form.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { TIME_ZONES } from '#app/entities/time-zone.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { spendRead } from '#app/http/limits/rate-limits.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer, requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { daysInWords, isoDayIn, momentIn, spanIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { titled } from '#app/i18n/site-name.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { unconfirmedAddress } from '#app/payments/cards/customer.server.ts';
import { stripeMode } from '#app/payments/stripe/client.server.ts';
import { fullName } from '#app/people/names.ts';
import { findProfile } from '#app/people/streamers/streamers.server.ts';
import { invalidData } from '#protocol/errors.ts';

const DAYS = 7;

export const handle: PageHandle = { i18n: ['bookings', 'payments', 'errors'] };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [{ title: titled(data.name) }, { name: 'robots', content: 'noindex' }] : [];

const chosenSchema = z.array(z.iso.datetime()).max(96);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  await spendRead(context.clientAddress, DAYS).catch(orNotFound);
  const viewer = await pageViewer(request);
  const profile = await findProfile(viewer, params.urlname ?? '').catch(orNotFound);
  const zone = slotsQuery.shape.zone.safeParse(searchParams.get('zone') ?? undefined).data ?? 'UTC';
  const today = Temporal.Now.plainDateISO(zone);
  const day = slotsQuery.shape.from.safeParse(searchParams.get('from') ?? '').data;
  const from = day && day > today.toString() ? day : today.toString();
  const first = Temporal.PlainDate.from(from);
  const after = first.add({ days: DAYS });
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds;
  const asked = searchParams.get('moving');
  const moving = viewer && asked ? await readMoving(viewer, asked, profile.id).catch(orNotFound) : null;
  const slots = await listSlots(viewer, profile.id, { from, days: DAYS, zone, moving: moving?.id });
  const isFree = slots.slots.some(({ state }) => state === 'AVAILABLE');
  return {
    name: fullName(profile) || profile.username,
    urlname: profile.urlname,
    signedIn: viewer !== null,
    unconfirmed: viewer && (await unconfirmedAddress(viewer)),
    done: searchParams.get('done'),
    moving,
    slots,
    /** When nothing is free in this week, the next free slot in ms since 1970. */
    nextSlot: isFree ? null : ((await nextSlotOf(viewer, [profile.id])).get(profile.id) ?? null),
    zone,
    zones: TIME_ZONES,
    from,
    earlier: from > today.toString() ? first.subtract({ days: DAYS }).toString() : null,
    later: after.toString(),
    last: after.subtract({ days: 1 }).toString(),
    startAt: startOf(first),
    endAt: startOf(after),
    chosen: (chosenSchema.safeParse(searchParams.getAll('slot')).data ?? []).map((start) =>
      Date.parse(start),
    ),
    clientKey: randomUUID(),
    isOff: stripeMode === null,
  };
}

export const action = formAction(async ({ request, params, context, form }) => {
  const viewer = await requireUser(request);
  if (textOf(form, 'intent') === 'confirm')
    throw await sendToConfirm(request, viewer, form, context.clientAddress);
  const profile = await findProfile(viewer, params.urlname ?? '').catch(orNotFound);
  const wanted = newBooking.safeParse({
    producerId: profile.id,
    slots: form.getAll('slot'),
    amount: Number(textOf(form, 'amount')),
    currency: textOf(form, 'currency'),
    movedFrom: textOf(form, 'movedFrom') || undefined,
    timeZone: textOf(form, 'timeZone') || undefined,
    clientKey: textOf(form, 'clientKey'),
  });
  if (!wanted.success) throw invalidData(wanted.error);
  const from = { address: context.clientAddress, origin: originOf(request) };
  const id = await book(viewer, wanted.data, from);
  const language = languageOfPath(new URL(request.url).pathname);
  throw redirect(localePath(`/personal/booking/${id}`, language));
});

export { clientAction };

export default function BookPage() {
  const {
    name,
    urlname,
    signedIn,
    unconfirmed,
    done,
    moving,
    slots,
    nextSlot,
    zone,
    zones,
    from,
    earlier,
    later,
    last,
    startAt,
    endAt,
    chosen,
    clientKey,
    isOff,
  } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t, language } = useTranslation('bookings');
  const reader = useReader();
  const [selected, setSelected] = useState<ReadonlySet<number>>(() => new Set(chosen));
  const path = `/user/${urlname}/book`;
  const kept: Record<string, string> = moving ? { moving: moving.id } : {};
  const week = (day: string) => `${path}?${new URLSearchParams({ from: day, zone, ...kept })}`;
  const taken = new Set(
    slots.slots.filter(({ state }) => state !== 'AVAILABLE').map(({ start }) => Date.parse(start)),
  );
  const select = (at: number, on: boolean) =>
    setSelected((before) => {
      // Those that others have taken meanwhile cannot be unselected: they go with the next choice.
      const after = new Set([...before].filter((one) => !taken.has(one)));
      if (on) after.add(at);
      else after.delete(at);
      return after;
    });
  // Slots selected in other weeks are not part of a booking in this one.
  const starts = [...selected].filter((at) => at >= startAt && at < endAt).sort((one, other) => one - other);
  const isos = starts.map((at) => ['slot', new Date(at).toISOString()]);
  const back = `${localePath(path, language)}?${new URLSearchParams([['from', from], ['zone', zone], ...Object.entries(kept), ...isos])}`;
  return (
    <div className="page grid gap-8 py-8 sm:py-14">
      <div className="grid gap-2">
        <h1 className="text-3xl wrap-anywhere">{t(moving ? 'move.title' : 'slots.title', { name })}</h1>
        {moving && (
          <p className="font-semibold">
            {t('move.now', {
              when: spanIn(moving.startAt.getTime(), moving.endAt.getTime(), zone, reader),
              amount: formatAmount(moving.amount, moving.currency, language),
            })}
          </p>
        )}
        <p className="text-muted">{t('slots.text')}</p>
      </div>
      {moving && (
        <p>
          <LocaleLink to={`/personal/booking/${moving.id}`} className="py-2.5 text-accent-text underline">
            {t('move.back')}
          </LocaleLink>
        </p>
      )}
      {moving && !moving.isMovable && <Alert tone="info">{t('move.not')}</Alert>}
      {!slots.payable && (
        <Alert tone="info">{isOff ? t('slots.paymentsOff') : t('slots.notPayable', { name })}</Alert>
      )}
      <ZoneForm zone={zone} zones={zones} from={from} moving={moving?.id} />
      <nav aria-label={t('slots.title', { name })} className="flex flex-wrap items-center gap-3">
        {/* Disabled rather than removed in the first week, so that keyboard users keep the focus. */}
        <LocaleLink
          to={week(earlier ?? from)}
          preventScrollReset
          aria-disabled={earlier === null}
          className={`${buttonClass({ variant: 'secondary' })} aria-disabled:opacity-50`}
        >
          {t('slots.earlier')}
        </LocaleLink>
        <LocaleLink to={week(later)} preventScrollReset className={buttonClass({ variant: 'secondary' })}>
          {t('slots.later')}
        </LocaleLink>
        <p role="status" className="first-letter:uppercase">
          {daysInWords(from, last, language)}
        </p>
      </nav>
      {nextSlot !== null && (
        <p>
          <LocaleLink to={week(isoDayIn(nextSlot, zone))} preventScrollReset className="link">
            {t('slots.next', { time: momentIn(nextSlot, zone, reader) })}
          </LocaleLink>
        </p>
      )}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <Form method="get" preventScrollReset className="grid gap-6">
          <input type="hidden" name="from" value={from} />
          <input type="hidden" name="zone" value={zone} />
          {moving && <input type="hidden" name="moving" value={moving.id} />}
          <SlotPicker slots={slots} timeZone={zone} selected={selected} onSelect={select} />
          <span className="hidden noscript:inline">
            <Button type="submit">{t('slots.choose')}</Button>
          </span>
        </Form>
        <BookingPanel
          slots={slots}
          selected={starts}
          name={name}
          timeZone={zone}
          clientKey={clientKey}
          moving={moving}
          refusal={refusal}
          unconfirmed={unconfirmed}
          back={back}
          sent={done === 'confirm'}
          logIn={signedIn ? null : `/login?${new URLSearchParams({ redirectTo: back })}`}
        />
      </div>
    </div>
  );
}
