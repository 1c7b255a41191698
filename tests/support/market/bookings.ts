import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Database } from '#db/client.ts';
import { availabilityRule, producerSetting, user } from '#db/schema/index.ts';
import { makeStreamer, makeUser, signIn } from '../people/people.ts';

export type Person = { id: string; token: string; username: string; email: string };

/** An account with a confirmed email address, logged in. */
export async function makePerson(
  db: Database,
  values: Partial<typeof user.$inferInsert> = {},
): Promise<Person> {
  const id = await makeUser(db, { emailVerifiedAt: new Date(), ...values });
  const [row] = await db.select().from(user).where(eq(user.id, id));
  if (!row) throw new Error('no user was made');
  return { id, token: await signIn(db, id), username: row.username, email: row.email };
}

/** The time zone of the offered hours. */
export const timeZone = 'Europe/Madrid';

/** Makes a user a streamer who offers Mondays from 9 to 12, for 2.50 EUR a minute. */
export async function offerTime(db: Database, producerId: string): Promise<void> {
  await makeStreamer(db, producerId);
  await db.insert(producerSetting).values({ userId: producerId, timeZone });
  await db.insert(availabilityRule).values({
    producerId,
    timeZone,
    dayOfWeek: 1,
    startMinute: 540,
    endMinute: 720,
    minMinutes: 30,
    maxMinutes: 60,
    priceMinor: 250,
    currency: 'EUR',
  });
}

/** Makes a streamer offer every half hour of every day, for 1 EUR a minute. */
export async function offerAnyTime(db: Database, producerId: string, autoConfirm = false): Promise<void> {
  await db.insert(producerSetting).values({ userId: producerId, timeZone: 'UTC', autoConfirm });
  const hours = { timeZone: 'UTC', startMinute: 0, endMinute: 1440, minMinutes: 30, maxMinutes: 120 };
  const rule = { ...hours, priceMinor: 100, currency: 'EUR', producerId };
  await db
    .insert(availabilityRule)
    .values([1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({ ...rule, dayOfWeek })));
}

/** The first half hour offered on the Monday after next. */
const today = Temporal.Now.plainDateISO(timeZone);
const monday = today.add({ days: 15 - today.dayOfWeek });
export const startAt = monday.toZonedDateTime({ timeZone, plainTime: '09:00' }).epochMilliseconds;
export const endAt = startAt + 30 * 60_000;

/** The properties of an iCalendar text, with its folded lines joined. */
export function calendarFields(content: string): Record<string, string> {
  const lines = content.replaceAll('\r\n ', '').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([A-Z-]+)[^:]*:(.*)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
}

/** An instant in iCalendar's format: `20261207T080000Z`. */
export const calendarTime = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
