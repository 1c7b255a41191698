import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { momentIn, spanIn, zoneName } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { type BookingMail, bookingEmailKind } from '#app/marketplace/bookings/booking-email.ts';
import { bookingCalendar, bookingPath } from '#app/marketplace/bookings/calendar.server.ts';
import { brandName } from '#app/marketplace/payments/brand-name.ts';
import { earned } from '#app/marketplace/payments/earned.server.ts';
import { reviewLine } from '#app/marketplace/streams/review-line.ts';
import { momentsOf } from '#app/marketplace/terms.ts';
import { defineEmail, type Letter, type Writer } from '#app/platform/mail/email.server.ts';
import type { Database } from '#db/client.ts';
import { booking, payment, producerSetting, stream, user } from '#db/schema/index.ts';
import { netOf } from '#protocol/charge.ts';
import { nextFree } from '../take/next-free.server.ts';
import { bookPath, type FreeTime } from '../take/next-free.ts';

type Booking = typeof booking.$inferSelect;
type Payment = typeof payment.$inferSelect;

type Facts = Pick<BookingMail, 'other' | 'calendar' | 'was' | 'strike'> & {
  row: Parameters<typeof bookingCalendar>[0] &
    Pick<Booking, 'amount' | 'currency' | 'confirmBy' | 'timeZone' | 'endedNote' | 'terms' | 'outcome'>;
  /** The booking that this one replaces; null if it moves none. */
  former: Pick<Booking, 'startAt' | 'endAt' | 'status'> | null;
  paid: Pick<
    Payment,
    | 'captured'
    | 'fee'
    | 'refunded'
    | 'toCapture'
    | 'captureAt'
    | 'cardBrand'
    | 'cardLast4'
    | 'viaSite'
    | 'transfer'
    | 'feeBps'
  > | null;
  /** What the streamer earns, once the amount to charge is known. */
  earned: number;
  /** The recipient is the streamer. */
  isStreamer: boolean;
  /** The reader's time zone. */
  timeZone: string;
  deliveredMs: number | null;
  /** What it costs by the meter; null until that is decided. */
  cost: number | null;
  /** URL name of the streamer's profile; null if the account is deleted. */
  urlname: string | null;
  /** Other free times, after the streamer has cancelled. */
  free: readonly FreeTime[];
};

type BookingLetter = Letter<BookingMail['about'], Facts>;

const former = alias(booking, 'former');

/** Status of the booking in which an email is due; other emails are due in any status. */
const DUE: Partial<Record<BookingMail['about'], string>> = {
  bookingWaiting: 'WAITING',
  bookingRequested: 'WAITING',
  bookingConfirmed: 'CONFIRMED',
  bookingMoved: 'CONFIRMED',
  bookingReminder: 'CONFIRMED',
};

/** An email to one of a booking's two people, if they have confirmed their address. */
export const bookingEmail = defineEmail({ ...bookingEmailKind, load, write });

async function load(mail: BookingMail, db: Database): Promise<BookingLetter | null> {
  const { bookingId, userId, other, about, calendar, was, strike } = mail;
  const [found] = await db
    .select({
      row: booking,
      former: { startAt: former.startAt, endAt: former.endAt, status: former.status },
      paid: payment,
      earned,
      to: { email: user.email, username: user.username, language: user.language },
      ownZone: producerSetting.timeZone,
      deliveredMs: stream.deliveredMs,
      cost: stream.charge,
      urlname: sql<string | null>`(select u.urlname from ${user} u where u.id = ${booking.producerId})`,
    })
    .from(booking)
    .innerJoin(user, and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)))
    .leftJoin(former, eq(former.id, booking.movedFrom))
    .leftJoin(payment, eq(payment.bookingId, booking.id))
    .leftJoin(stream, eq(stream.bookingId, booking.id))
    .leftJoin(producerSetting, eq(producerSetting.userId, user.id))
    .where(eq(booking.id, bookingId));
  if (!found) return null;
  const { to, ownZone, ...read } = found;
  const { row, paid, urlname } = read;
  const due = DUE[about];
  if (due && (due !== row.status || row.startAt < new Date())) return null;
  if (about === 'bookingClock' && row.endedReason) return null;
  if (about === 'bookingCardRefused' && paid?.status !== 'ACTION') return null;
  if (about === 'bookingCardEnds' && (row.endedReason || paid?.status !== 'NEW')) return null;
  const isStreamer = row.producerId === userId;
  const timeZone = (row.consumerId === userId ? row.consumerTimeZone : null) ?? ownZone ?? row.timeZone;
  // The payer of a booking cancelled by its streamer is offered other times.
  const isLetDown = about === 'bookingCancelledByOther' && row.endedReason === 'PRODUCER';
  const free = isLetDown && urlname ? await nextFree({ id: userId }, row) : [];
  return { about, to, facts: { ...read, isStreamer, other, calendar, was, strike, timeZone, free } };
}

function write({ to, facts }: BookingLetter, writer: Writer) {
  const {
    isStreamer,
    earned: yours,
    row,
    former: moved,
    paid,
    timeZone,
    deliveredMs,
    urlname,
    free,
    calendar,
    was,
    strike,
  } = facts;
  const { language, t } = writer;
  const { startAt, endAt, amount, currency, confirmBy } = row;
  const price = (minor: number) => formatAmount(minor, currency, language);
  const span = (from: Date, till: Date) => spanIn(from.getTime(), till.getTime(), timeZone, language);
  const { captured = 0, fee = 0, refunded = 0, cardBrand, cardLast4 } = paid ?? {};
  const waits = paid?.viaSite && !paid.transfer;
  const other = facts.other ?? t('gone');
  // Empty after a late cancellation, which is charged without a delivery.
  const delivered =
    deliveredMs === null
      ? ''
      : `${t('delivered', { time: formatSeconds(Math.floor(deliveredMs / 1000)) })}\n`;
  const line = (name: 'moved' | 'kept' | 'stays') =>
    moved ? `${t(name, { was: span(moved.startAt, moved.endAt) })}\n` : '';
  const toCapture = row.status === 'CANCELLED' ? (paid?.toCapture ?? 0) : 0;
  const part = (minor: number) => (isStreamer ? t('yours', { amount: price(minor) }) : '');
  const charge = `${toCapture > 0 ? t('charged', { amount: price(toCapture) }) + part(yours) : t('notCharged')}\n`;
  const isKept = moved?.status === 'WAITING' || moved?.status === 'CONFIRMED';
  const { fixBy, complainBy } = momentsOf(row);
  const moment = (at: number) => momentIn(at, timeZone, language);
  return {
    page: bookingPath(row.id),
    values: {
      other,
      when: span(startAt, endAt),
      moved: line('moved'),
      instead: line(isKept ? 'stays' : 'moved'),
      free: freeLines(free, other, urlname ?? '', timeZone, writer),
      kept: isKept ? line('kept') : '',
      clock: zoneName(row.timeZone),
      now: momentIn(startAt.getTime(), row.timeZone, language),
      // A local time under former rules, which no time zone has any more: formatted as UTC to show it unchanged.
      was: was ? momentIn(Date.parse(`${was}Z`), 'UTC', language) : '',
      zone: zoneName(timeZone),
      amount: price(amount),
      yours: part(netOf(amount, paid?.feeBps ?? 0)),
      cost: price(facts.cost ?? 0),
      chargeAt: moment(paid?.captureAt?.getTime() ?? complainBy),
      complainBy: moment(complainBy),
      absent: row.outcome === 'PRODUCER_ABSENT' ? t('absent', { other }) : '',
      contact: writer.link('/contact-us'),
      charged: price(captured),
      charge,
      due: price(paid?.toCapture ?? 0),
      yoursDue: price(netOf(paid?.toCapture ?? 0, paid?.feeBps ?? 0)),
      waits: waits ? t('payoutWaits') : '',
      delivered,
      fee: price(fee),
      refunded: price(refunded),
      earned: price(yours),
      left: isStreamer ? t('left', { amount: price(yours) }) : '',
      reason: row.endedNote ?? '',
      brand: brandName(cardBrand ?? ''),
      last4: cardLast4 ?? '',
      fixBy: moment(fixBy),
      strikes: String(strike?.count ?? ''),
      most: String(strike?.most ?? ''),
      until: strike?.until ? momentIn(Date.parse(strike.until), timeZone, language) : '',
      confirmBy: confirmBy ? moment(confirmBy.getTime()) : '',
      review: reviewLine(deliveredMs ?? 0, urlname, writer),
    },
    calendar: calendar && {
      method: calendar,
      content: bookingCalendar(row, other, language, calendar, { name: to.username ?? '', email: to.email }),
    },
  };
}

/** Lines that offer other times; empty without any. @param urlname of the streamer's profile */
function freeLines(
  free: readonly FreeTime[],
  other: string,
  urlname: string,
  timeZone: string,
  { language, t, link }: Writer,
): string {
  const [next] = free;
  if (!next) return '';
  const times = free.map(({ startAt, endAt }) => spanIn(startAt, endAt, timeZone, language)).join('\n');
  return t('free', { other, times, link: link(bookPath(urlname, next, timeZone)) });
}
