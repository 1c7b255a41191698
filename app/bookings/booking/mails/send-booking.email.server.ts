import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { type Language, localePath } from '#app/i18n/languages.ts';
import { momentIn, spanIn, zoneName } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import type { BookingMail } from '#app/marketplace/bookings/booking-email.ts';
import { bookingCalendar, bookingUrl } from '#app/marketplace/bookings/calendar.server.ts';
import { brandName } from '#app/marketplace/payments/brand-name.ts';
import { reviewLine } from '#app/marketplace/streams/review-line.server.ts';
import { momentsOf } from '#app/marketplace/terms.ts';
import { db } from '#app/platform/database.server.ts';
import { mailSite, mailTexts, sendMail } from '#app/platform/mail/mail.server.ts';
import { booking, payment, producerSetting, stream, user } from '#db/schema/index.ts';
import { nextFree } from '../take/next-free.server.ts';
import { bookPath, type FreeTime } from '../take/next-free.ts';

/** The one that another has moved, or is to. */
const former = alias(booking, 'former');

/** The state in which an email is due, if the booking can still leave it. */
const DUE: Partial<Record<BookingMail['about'], string>> = {
  bookingWaiting: 'WAITING',
  bookingConfirmed: 'CONFIRMED',
  bookingMoved: 'CONFIRMED',
  bookingReminder: 'CONFIRMED',
};

/**
 * Emails one of a booking's two people, if they have confirmed their address.
 * @param mailId as `Mail.id`
 */
export async function sendBookingMail(mail: BookingMail, mailId: string): Promise<void> {
  const { bookingId, userId, other, about, calendar, was, strike } = mail;
  const [found] = await db
    .select({
      row: booking,
      former: { startAt: former.startAt, endAt: former.endAt, status: former.status },
      paid: payment,
      email: user.email,
      username: user.username,
      record: user.language,
      ownZone: producerSetting.timeZone,
      deliveredMs: stream.deliveredMs,
      urlname: sql<string | null>`(select u.urlname from ${user} u where u.id = ${booking.producerId})`,
    })
    .from(booking)
    .innerJoin(user, and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)))
    .leftJoin(former, eq(former.id, booking.movedFrom))
    .leftJoin(payment, eq(payment.bookingId, booking.id))
    .leftJoin(stream, eq(stream.bookingId, booking.id))
    .leftJoin(producerSetting, eq(producerSetting.userId, user.id))
    .where(eq(booking.id, bookingId));
  if (!found) return;
  const { row, former: moved, paid, email, username, record, ownZone, deliveredMs, urlname } = found;
  const { startAt, endAt, amount, currency, confirmBy, consumerId, consumerTimeZone } = row;
  const due = DUE[about];
  if (due && (due !== row.status || startAt < new Date())) return;
  if (about === 'bookingClock' && row.endedReason) return;
  if (about === 'bookingCardRefused' && paid?.status !== 'ACTION') return;
  if (about === 'bookingCardEnds' && (row.endedReason || paid?.status !== 'NEW')) return;
  const language = languageOfRecord(record);
  const price = (minor: number) => formatAmount(minor, currency, language);
  const { captured = 0, fee = 0, refunded = 0, cardBrand, cardLast4 } = paid ?? {};
  const waits = paid?.viaSite && !paid.transfer;
  const otherName = other ?? mailTexts[language]('gone');
  // Who cancels late pays for nothing delivered.
  const delivered =
    deliveredMs === null
      ? ''
      : `${mailTexts[language]('delivered', { time: formatSeconds(Math.floor(deliveredMs / 1000)) })}\n`;
  const { fixBy } = momentsOf(row);
  const timeZone = (consumerId === userId ? consumerTimeZone : null) ?? ownZone ?? row.timeZone;
  const span = (from: Date, to: Date) => spanIn(from.getTime(), to.getTime(), timeZone, language);
  const line = (name: 'moved' | 'kept') =>
    moved ? `${mailTexts[language](name, { was: span(moved.startAt, moved.endAt) })}\n` : '';
  // Who was let down is offered others.
  const isLetDown = about === 'bookingCancelledByOther' && row.endedReason === 'PRODUCER';
  const free = isLetDown && urlname ? await nextFree({ id: userId }, row) : [];
  const toCapture = row.status === 'CANCELLED' ? (paid?.toCapture ?? 0) : 0;
  const charge = toCapture > 0 ? `${mailTexts[language]('charged', { amount: price(toCapture) })}\n` : '';
  const isKept = moved?.status === 'WAITING' || moved?.status === 'CONFIRMED';
  await sendMail({
    id: mailId,
    to: email,
    language,
    about,
    values: {
      username,
      other: otherName,
      when: span(startAt, endAt),
      moved: line('moved'),
      free: freeLines(free, otherName, urlname ?? '', timeZone, language),
      kept: isKept ? line('kept') : '',
      clock: zoneName(row.timeZone),
      now: momentIn(startAt.getTime(), row.timeZone, language),
      // Of a clock with other rules: no zone has them any more.
      was: was ? momentIn(Date.parse(`${was}Z`), 'UTC', language) : '',
      zone: zoneName(timeZone),
      amount: price(amount),
      charged: price(captured),
      charge,
      due: price(paid?.toCapture ?? 0),
      waits: waits ? mailTexts[language]('payoutWaits') : '',
      delivered,
      fee: price(fee),
      refunded: price(refunded),
      earned: price(captured - fee),
      reason: row.endedNote ?? '',
      brand: brandName(cardBrand ?? ''),
      last4: cardLast4 ?? '',
      fixBy: momentIn(fixBy, timeZone, language),
      strikes: String(strike?.count ?? ''),
      most: String(strike?.most ?? ''),
      until: strike?.until ? momentIn(Date.parse(strike.until), timeZone, language) : '',
      confirmBy: confirmBy ? momentIn(confirmBy.getTime(), timeZone, language) : '',
      link: bookingUrl(bookingId, language),
      review: reviewLine(deliveredMs ?? 0, urlname, language),
    },
    calendar: calendar && {
      method: calendar,
      content: bookingCalendar(row, otherName, language, calendar, { name: username, email }),
    },
  });
}

/** The lines of an email that offer other times; none if there are none. @param urlname the streamer's */
function freeLines(
  free: readonly FreeTime[],
  other: string,
  urlname: string,
  timeZone: string,
  language: Language,
): string {
  const [next] = free;
  if (!next) return '';
  const times = free.map(({ startAt, endAt }) => spanIn(startAt, endAt, timeZone, language)).join('\n');
  const link = mailSite.origin + localePath(bookPath(urlname, next, timeZone), language);
  return mailTexts[language]('free', { other, times, link });
}
