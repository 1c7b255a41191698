import { beforeEach, expect, it, vi } from 'vitest';

const BOOKING = {
  id: '019fbf0e-0000-7000-8000-000000000001',
  appointmentId: null,
  version: 2,
  status: 'CONFIRMED',
  startAt: new Date('2027-03-28T10:00:00Z'),
  endAt: new Date('2027-03-28T10:30:00Z'),
} as const;

beforeEach(() => {
  vi.resetModules();
});

/** The lines of a booking's calendar file, unfolded (RFC 5545, section 3.1). @param from MAIL_FROM */
async function linesOf(from: string, attendee?: { name: string; email: string }): Promise<string[]> {
  const env = {
    DATABASE_URL: 'postgres://nobody@localhost/nothing',
    COOKIE_SECRET: 'c'.repeat(32),
    TICKET_SECRET: 't'.repeat(32),
    MAIL_FROM: from,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { bookingCalendar } = await import('./calendar.server.ts');
  const text = bookingCalendar(BOOKING, 'ana', 'en', attendee ? 'REQUEST' : 'PUBLISH', attendee);
  return text.replaceAll('\r\n ', '').split('\r\n');
}

it('ends each line with CRLF, also the last one (RFC 5545, section 3.4)', async () => {
  const lines = await linesOf('panocall@example.org');
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
});

it.each([
  [
    '"Panocall, the site" <no-reply@example.org>',
    'ORGANIZER;CN="Panocall, the site":mailto:no-reply@example.org',
  ],
  ['Panocall <no-reply@example.org>', 'ORGANIZER;CN="Panocall":mailto:no-reply@example.org'],
  ['no-reply@example.org', 'ORGANIZER;CN="Panocall":mailto:no-reply@example.org'],
])('names the organiser of %s without its quotes', async (from, organizer) => {
  expect(await linesOf(from)).toContain(organizer);
});

it('encodes an address that is not ASCII (RFC 6068, section 2)', async () => {
  const lines = await linesOf('panocall@example.org', { name: 'José', email: 'josé+a@correo.ñandú.es' });
  const attendee = lines.find((line) => line.startsWith('ATTENDEE'));
  expect(attendee).toMatch(/:MAILTO:jos%C3%A9\+a@correo\.xn--and-6ma2c\.es$/i);
});

it('is from the site, by its own name', async () => {
  await linesOf('no-reply@example.org');
  (await import('#app/i18n/site-name.ts')).setSiteName('Far away');
  const lines = await linesOf('no-reply@example.org');
  expect(lines).toContain('ORGANIZER;CN="Far away":mailto:no-reply@example.org');
  expect(lines).toContain('SUMMARY:Far away with ana');
});
