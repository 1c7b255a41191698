import { and, desc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isOf, toldEnding } from '#app/entities/booking/descriptor.server.ts';
import { isComplaintOf } from '#app/entities/complaint/descriptor.server.ts';
import { isPaymentOf } from '#app/entities/payment/descriptor.server.ts';
import { isStreamOf } from '#app/entities/stream/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { hasRung } from '#app/marketplace/requests/change-requests.server.ts';
import { db } from '#app/platform/database.server.ts';
import {
  apiKey,
  audit,
  availabilityException,
  availabilityRule,
  booking,
  callRequest,
  callSample,
  card,
  channel,
  complaint,
  image,
  inquiry,
  notification,
  payment,
  payoutAccount,
  producerSetting,
  pushNotification,
  review,
  stream,
  user,
  userBlock,
  userFavourite,
  webhook,
} from '#db/schema/index.ts';
import { factorsOf } from './second-factor/factors.server.ts';
import { listPasskeys } from './second-factor/passkeys.server.ts';
import { currentUser } from './sessions/current-user.server.ts';
import { listSessions } from './sessions/sessions.server.ts';
import { findRequest } from './streamer-request.server.ts';

/**
 * Everything stored about a user, except hashes and keys. Instants are ISO 8601 in JSON.
 * @param origin the site's, for the addresses of pictures
 */
export async function personalData(viewer: SignedIn, origin: string): Promise<Record<string, unknown>> {
  const { id } = viewer;
  const names = { username: user.username, urlname: user.urlname };
  const reviewFields = {
    createdAt: review.createdAt,
    updatedAt: review.updatedAt,
    rating: review.rating,
    text: review.text,
  };
  const [
    account,
    sessions,
    favourites,
    blocked,
    written,
    received,
    inquiries,
    pictures,
    rooms,
    devices,
    passkeys,
    factors,
    activity,
    [off],
  ] = await Promise.all([
    currentUser(id),
    listSessions(id),
    db
      .select({ ...names, since: userFavourite.createdAt })
      .from(userFavourite)
      .innerJoin(user, eq(user.id, userFavourite.favouriteId))
      .where(eq(userFavourite.userId, id))
      .orderBy(desc(userFavourite.createdAt)),
    db
      .select({ ...names, since: userBlock.createdAt })
      .from(userBlock)
      .innerJoin(user, eq(user.id, userBlock.blockedId))
      .where(eq(userBlock.userId, id))
      .orderBy(desc(userBlock.createdAt)),
    db
      .select({ ...reviewFields, about: user.username })
      .from(review)
      .innerJoin(user, eq(user.id, review.producerId))
      .where(eq(review.authorId, id))
      .orderBy(desc(review.createdAt)),
    db
      .select({ ...reviewFields, from: user.username })
      .from(review)
      .innerJoin(user, eq(user.id, review.authorId))
      .where(eq(review.producerId, id))
      .orderBy(desc(review.createdAt)),
    db.select().from(inquiry).where(eq(inquiry.userId, id)).orderBy(desc(inquiry.createdAt)),
    db
      .select({
        id: image.id,
        createdAt: image.createdAt,
        alt: image.alt,
        width: image.width,
        height: image.height,
        size: image.size,
      })
      .from(image)
      .where(eq(image.userId, id))
      .orderBy(desc(image.createdAt)),
    roomsOf(id),
    db
      .select({ createdAt: pushNotification.createdAt, endpoint: pushNotification.endpoint })
      .from(pushNotification)
      .where(eq(pushNotification.userId, id)),
    listPasskeys(id),
    factorsOf(id),
    db
      .select({ createdAt: audit.createdAt, action: audit.action, address: audit.address })
      .from(audit)
      .where(eq(audit.actorId, id))
      .orderBy(desc(audit.createdAt)),
    db.select({ pushOff: user.pushOff }).from(user).where(eq(user.id, id)),
  ]);
  return {
    account,
    avatar: account.hasAvatar ? `${origin}/api/avatar/${id}?size=xlg` : null,
    pictures: pictures.map((picture) => ({
      ...picture,
      url: `${origin}/api/image/user/${id}/${picture.id}`,
    })),
    favourites,
    blocked,
    reviewsWritten: written,
    reviewsReceived: received,
    inquiries,
    requestToStream: await findRequest(viewer),
    availability: await availabilityOf(id),
    bookings: await bookingsOf(viewer),
    calls: await callsOf(viewer),
    payments: await paymentsOf(viewer),
    streams: await streamsOf(viewer),
    complaints: await complaintsOf(viewer),
    ...(await atStripe(id)),
    rooms,
    sessions,
    passkeys,
    authenticatorApp: factors.totp,
    recoveryCodesLeft: factors.recoveryCodes,
    devicesToNotify: devices,
    notNotifiedOf: off?.pushOff ?? [],
    notifications: await notificationsOf(id),
    apiKeys: await apiKeysOf(id),
    webhooks: await webhooksOf(id),
    activity,
  };
}

async function availabilityOf(userId: string) {
  const [settings, hours, exceptions] = await Promise.all([
    db.select().from(producerSetting).where(eq(producerSetting.userId, userId)),
    db.select().from(availabilityRule).where(eq(availabilityRule.producerId, userId)),
    db.select().from(availabilityException).where(eq(availabilityException.producerId, userId)),
  ]);
  return { settings: settings[0] ?? null, hours, exceptions };
}

function notificationsOf(id: string) {
  const { userId, ...fields } = getTableColumns(notification);
  return db.select(fields).from(notification).where(eq(userId, id)).orderBy(desc(notification.createdAt));
}

function apiKeysOf(id: string) {
  const { userId, tokenHash, version, ...fields } = getTableColumns(apiKey);
  return db.select(fields).from(apiKey).where(eq(userId, id)).orderBy(desc(apiKey.createdAt));
}

function webhooksOf(id: string) {
  const { userId, version, ...fields } = getTableColumns(webhook);
  return db.select(fields).from(webhook).where(eq(userId, id)).orderBy(desc(webhook.createdAt));
}

async function roomsOf(userId: string) {
  const rows = await db
    .select()
    .from(channel)
    .where(or(eq(channel.hostUserId, userId), eq(channel.guestUserId, userId)))
    .orderBy(desc(channel.createdAt));
  const callHealth = await callHealthOf(userId);
  // The location is the host's personal data, and each participant's identity is their own.
  return rows.map(({ hostUserId, guestUserId, guestReservedFor, hostKey, guestKey, nodeId, ...own }) => {
    const { latitude, longitude, ...room } = own;
    const went = callHealth.filter(({ channelId }) => channelId === room.id).map(({ sample }) => sample);
    return hostUserId === userId
      ? { ...room, seat: 'host', latitude, longitude, quality: went }
      : { ...room, seat: 'guest', quality: went };
  });
}

/** How well calls went for this side. */
function callHealthOf(userId: string) {
  const { channelId, seat, ...sample } = getTableColumns(callSample);
  return db
    .select({ channelId, sample })
    .from(callSample)
    .innerJoin(channel, eq(channel.id, channelId))
    .where(
      or(
        and(eq(channel.hostUserId, userId), eq(seat, 'host')),
        and(eq(channel.guestUserId, userId), eq(seat, 'guest')),
      ),
    )
    .orderBy(callSample.at);
}

/** What we know of what Stripe keeps. */
async function atStripe(userId: string) {
  const { brand, last4, expMonth, expYear, isDefault, createdAt } = card;
  const { userId: payee, stripeId, checkedAt, ...payout } = getTableColumns(payoutAccount);
  const [cards, [payouts]] = await Promise.all([
    db
      .select({ brand, last4, expMonth, expYear, isDefault, createdAt })
      .from(card)
      .where(eq(card.userId, userId)),
    db.select(payout).from(payoutAccount).where(eq(payee, userId)),
  ]);
  return { cards, payouts: payouts ?? null };
}

/** In either role; the other person is named by the lists of the site alone. */
function bookingsOf(viewer: SignedIn) {
  const { producerId, consumerId, consumerTimeZone, clientKey, ...fields } = getTableColumns(booking);
  return db
    .select({
      ...fields,
      endedReason: toldEnding,
      ownTimeZone: sql<string | null>`case when ${consumerId} = ${viewer.id} then ${consumerTimeZone} end`,
      asStreamer: sql<boolean>`${producerId} = ${viewer.id}`,
    })
    .from(booking)
    .where(isOf(viewer))
    .orderBy(desc(booking.startAt));
}

/** To streamers who take calls now, in either role: the streamer's are those that rang. */
function callsOf(viewer: SignedIn) {
  const { producerId, consumerId, clientKey, ...fields } = getTableColumns(callRequest);
  return db
    .select({ ...fields, asStreamer: sql<boolean>`${producerId} = ${viewer.id}` })
    .from(callRequest)
    .where(or(eq(consumerId, viewer.id), and(eq(producerId, viewer.id), hasRung)))
    .orderBy(desc(callRequest.createdAt));
}

/** That the person makes or gets; the card is the payer's. */
function paymentsOf(viewer: SignedIn) {
  const { payerId, cardBrand, cardLast4, createdAt, changedAt, holdAt, captureAt, capturedAt } = payment;
  const { bookingId, requestId, part, status, currency, amount, captured, fee, refunded } = payment;
  const ofPayer = (column: PgColumn) =>
    sql<string | null>`case when ${payerId} = ${viewer.id} then ${column} end`;
  return db
    .select({
      ...{ bookingId, requestId, part, status, currency, amount, captured, fee, refunded },
      ...{ createdAt, changedAt, holdAt, captureAt, capturedAt },
      cardBrand: ofPayer(cardBrand),
      cardLast4: ofPayer(cardLast4),
      asStreamer: sql<boolean>`${payment.payeeId} = ${viewer.id}`,
    })
    .from(payment)
    .where(isPaymentOf(viewer))
    .orderBy(desc(createdAt));
}

/** About paid calls, in either role, with what both have said. */
function complaintsOf(viewer: SignedIn) {
  const { decidedById, ...fields } = getTableColumns(complaint);
  return db
    .select({ ...fields, asStreamer: sql<boolean>`coalesce(${stream.producerId} = ${viewer.id}, false)` })
    .from(complaint)
    .innerJoin(stream, eq(stream.id, complaint.streamId))
    .where(isComplaintOf(viewer))
    .orderBy(desc(complaint.createdAt));
}

/** What was counted of paid calls, in either role. */
function streamsOf(viewer: SignedIn) {
  const { producerId, consumerId, ...fields } = getTableColumns(stream);
  return db
    .select({ ...fields, asStreamer: sql<boolean>`${producerId} = ${viewer.id}` })
    .from(stream)
    .where(isStreamOf(viewer))
    .orderBy(desc(stream.createdAt));
}
