import { domainToASCII } from 'node:url';
import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { type Language, localePath } from '#app/i18n/languages.ts';
import { siteName } from '#app/i18n/site-name.ts';
import { mailSite } from '#app/platform/mail/mail.server.ts';
import { mailSender } from '#app/platform/mail/sender.server.ts';
import { mailTexts } from '#app/platform/mail/texts.server.ts';
import type { booking } from '#db/schema/index.ts';

type Appointment = Pick<
  typeof booking.$inferSelect,
  'id' | 'appointmentId' | 'version' | 'status' | 'startAt' | 'endAt'
>;

/** The path of a booking's page, without a language's prefix. */
export const bookingPath = (id: string): string => `/personal/booking/${id}`;

/**
 * A booking as iCalendar text (RFC 5545). The UID stays the same when the booking is moved, so that calendars replace
 * their entry.
 * @param other the other person's username; null if their account is deleted
 * @param attendee who receives the invitation or cancellation by email (RFC 5546); undefined for a plain copy
 */
export function bookingCalendar(
  { id, appointmentId, version, status, startAt, endAt }: Appointment,
  other: string | null,
  language: Language,
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
  attendee?: { name: string; email: string },
): string {
  const from = mailSender();
  const calendar = ical({ prodId: '//Panocall//Panocall//EN', method: ICalCalendarMethod[method] });
  calendar.createEvent({
    id: `${appointmentId ?? id}@${mailSite.hostname}`,
    sequence: version,
    start: startAt,
    end: endAt,
    status: status === 'CANCELLED' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: other ? mailTexts[language]('calendar', { other }) : siteName(),
    url: mailSite.origin + localePath(bookingPath(id), language),
    organizer: { name: from.name, email: mailtoPart(from.address) },
    attendees: attendee
      ? [
          {
            name: attendee.name,
            email: mailtoPart(attendee.email),
            status: ICalAttendeeStatus.ACCEPTED,
            rsvp: false,
          },
        ]
      : [],
  });
  // The library leaves out the last line's end (RFC 5545, section 3.4).
  return `${calendar.toString()}\r\n`;
}

/** An address as in a `mailto:` URI, which is ASCII (RFC 6068, section 2). */
function mailtoPart(address: string): string {
  const at = address.lastIndexOf('@');
  return `${encodeURI(address.slice(0, at))}@${domainToASCII(address.slice(at + 1))}`;
}
