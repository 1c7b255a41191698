import { type Language, localePath } from '#app/i18n/languages.ts';
import { momentIn, spanIn, timeIn, zoneName } from '#app/i18n/moments.ts';
import { payWords } from '#app/i18n/pay-words.ts';
import { languageOf, type Reader } from '#app/i18n/reader.ts';
import { translator } from '#app/i18n/translate.ts';
import en from '#locales/en/notifications.json' with { type: 'json' };
import es from '#locales/es/notifications.json' with { type: 'json' };
import { payOf } from '#protocol/call-request.ts';
import type { Notification, NotificationKind } from '#protocol/notification.ts';
import type { Found } from './found.server.ts';

const texts = { en: translator<'notifications'>('en', en), es: translator<'notifications'>('es', es) };

/** A notification as shown to its user. */
export function shown(found: Found, reader: Reader): Notification {
  const language = languageOf(reader);
  const { id, other, requestId, freeCallId, rings, createdAt, readAt } = found;
  const callPath = freeCallId ? `/api/free-call/${freeCallId}` : requestId && `/api/request/${requestId}`;
  const kind = kindOf(found);
  return {
    id,
    kind,
    ...wordsOf(found, kind, reader),
    address: localePath(addressOf(found), language),
    picture: other && `/api/avatar/${other.id}?size=md${other.avatarKey ? `&v=${other.avatarKey}` : ''}`,
    requestId,
    callPath,
    rings,
    isOver: isOver(found, kind),
    actions: rings && callPath ? actionsOf(callPath, language) : [],
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}

function addressOf({ kind, bookingId, requestId, freeCallId, urlname }: Found): string {
  if (kind === 'PAYOUT') return '/personal/payout';
  if (freeCallId) return `/call/${urlname}/${freeCallId}`;
  return bookingId ? `/personal/booking/${bookingId}` : `/request/${requestId}`;
}

/** A request that ended unanswered counts as missed even before its row says so. */
function kindOf({ kind, rings, request }: Found): NotificationKind {
  const isAnswered = request === 'ACCEPTED' || request === 'REJECTED';
  return kind === 'REQUEST' && !rings && !isAnswered ? 'MISSED' : kind;
}

function isOver({ booking, payment, rings, complaint }: Found, kind: NotificationKind): boolean {
  const isPast = booking === null || booking.endAt < new Date();
  switch (kind) {
    case 'REQUEST':
      return !rings;
    case 'BOOKING_WAITING':
      return booking?.status !== 'WAITING';
    case 'BOOKING_CONFIRMED':
    case 'BOOKING_MOVED':
    case 'BOOKING_SOON':
      return booking?.status !== 'CONFIRMED' || isPast;
    case 'BOOKING_CLOCK':
      return (booking?.status !== 'CONFIRMED' && booking?.status !== 'WAITING') || isPast;
    case 'BOOKING_CARD':
      return payment !== 'ACTION';
    case 'COMPLAINT':
      return complaint !== 'OPEN';
    case 'BOOKING_CARD_ENDS':
      return payment !== 'NEW' || isPast;
    case 'COMPLAINT_ANSWERED':
    case 'COMPLAINT_DECIDED':
    case 'DISPUTE_OPENED':
    case 'DISPUTE_CLOSED':
    // The notification is removed once Stripe has the required data.
    case 'PAYOUT':
    case 'MISSED':
    case 'BOOKING_REJECTED':
    case 'BOOKING_CANCELLED':
    case 'BOOKING_STRIKE':
      return false;
  }
}

function wordsOf(found: Found, kind: NotificationKind, reader: Reader) {
  const language = languageOf(reader);
  const t = texts[language];
  const { booking, former, other, callerName, timeZone, createdAt, rings } = found;
  const name = other?.username ?? callerName ?? t('someone');
  if (rings) return { title: t('title.rings', { name }), text: `${payLine(found, language)}${t('rings')}` };
  if (!booking) {
    const when = momentIn(createdAt.getTime(), timeZone, reader);
    return { title: t(`title.${kind}`, { name }), text: `${when} (${zoneName(timeZone)})` };
  }
  const start = booking.startAt.getTime();
  const span = ({ startAt, endAt }: { startAt: Date; endAt: Date }) =>
    spanIn(startAt.getTime(), endAt.getTime(), timeZone, reader);
  // Not always the zone of the device that shows it.
  const when = `${span(booking)} (${zoneName(timeZone)})`;
  return {
    title: t(`title.${kind}`, {
      name,
      time: timeIn(start, timeZone, reader),
      zone: zoneName(booking.timeZone),
    }),
    text:
      kind === 'BOOKING_MOVED' && former
        ? t('moved', { name, when, was: span(former) })
        : t('booking', { name, when }),
  };
}

/** What a ringing request brings, and for how long; empty for a free call. */
function payLine({ requestId, paid }: Found, language: Language): string {
  if (!requestId || !paid) return '';
  const { priceMinor, currency, minutes, feeBps } = paid;
  const pay = payOf(priceMinor, minutes, currency, feeBps);
  return `${texts[language]('pay', payWords(pay, language))} `;
}

/** @param path of the request or free call in the API */
function actionsOf(path: string, language: Language): Notification['actions'] {
  const t = texts[language];
  const room = `${localePath('/room/host', language)}/:token?skip=true`;
  return [
    { action: 'accept', title: t('accept'), path: `${path}/accept`, opens: room },
    { action: 'reject', title: t('reject'), path: `${path}/reject`, opens: null },
  ];
}
