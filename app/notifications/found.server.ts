import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '#app/platform/database.server.ts';
import { outer } from '#app/platform/outer.server.ts';
import {
  booking,
  callRequest,
  complaint,
  freeCall,
  notification,
  payment,
  producerSetting,
  stream,
  user,
} from '#db/schema/index.ts';

const reader = alias(user, 'reader');
const other = alias(user, 'other');
/** The booking that this one replaced when it was moved. */
const former = alias(booking, 'former');
const producerId = sql`coalesce(${booking.producerId}, ${callRequest.producerId}, ${freeCall.calleeId})`;
const consumerId = sql`coalesce(${booking.consumerId}, ${callRequest.consumerId}, ${freeCall.callerId})`;

/** Selects notifications with their subjects; the caller adds the condition for the user. */
export function findNotifications() {
  return db
    .select({
      id: notification.id,
      userId: notification.userId,
      createdAt: notification.createdAt,
      kind: notification.kind,
      readAt: notification.readAt,
      requestId: notification.requestId,
      freeCallId: notification.freeCallId,
      bookingId: notification.bookingId,
      language: reader.language,
      other: { id: other.id, username: other.username, avatarKey: other.avatarKey },
      booking: {
        status: booking.status,
        startAt: booking.startAt,
        endAt: booking.endAt,
        timeZone: booking.timeZone,
      },
      former: { startAt: former.startAt, endAt: former.endAt },
      payment: payment.status,
      paid: {
        priceMinor: callRequest.priceMinor,
        currency: callRequest.currency,
        minutes: callRequest.budgetMinutes,
        feeBps: sql<number>`coalesce((select held.fee_bps from ${payment} held
          where held.request_id = ${outer(notification.requestId)} and held.part = 1), 0)`.mapWith(Number),
      },
      request: sql<string | null>`coalesce(${callRequest.status}, ${freeCall.status})`,
      /** Name of a caller without an account, while it rings. */
      callerName: sql<string | null>`'“' || ${freeCall.callerName} || '”'`,
      urlname: reader.urlname,
      complaint: sql<
        string | null
      >`(select c.status from ${complaint} c join ${stream} s on s.id = c.stream_id
        where s.booking_id = ${outer(notification.bookingId)} or s.request_id = ${outer(notification.requestId)})`,
      rings: sql<boolean>`coalesce(coalesce(${callRequest.ringUntil}, ${freeCall.ringUntil}) > now(), false)`,
      timeZone: sql<string>`coalesce(
        case when ${booking.consumerId} = ${notification.userId} then ${booking.consumerTimeZone} end,
        ${producerSetting.timeZone}, ${booking.timeZone}, 'UTC')`,
    })
    .from(notification)
    .innerJoin(reader, eq(reader.id, notification.userId))
    .leftJoin(booking, eq(booking.id, notification.bookingId))
    .leftJoin(former, eq(former.id, booking.movedFrom))
    .leftJoin(payment, eq(payment.bookingId, booking.id))
    .leftJoin(callRequest, eq(callRequest.id, notification.requestId))
    .leftJoin(freeCall, eq(freeCall.id, notification.freeCallId))
    .leftJoin(producerSetting, eq(producerSetting.userId, notification.userId))
    .leftJoin(
      other,
      sql`${other.id} = case when ${producerId} = ${notification.userId} then ${consumerId} else ${producerId} end`,
    );
}

export type Found = Awaited<ReturnType<typeof findNotifications>>[number];

/** Name of the other person involved; empty if they have none, or their account no longer exists. */
export async function nameOfOther(id: string): Promise<string> {
  const [row] = await findNotifications().where(eq(notification.id, id));
  return row?.other?.username ?? row?.callerName ?? '';
}
