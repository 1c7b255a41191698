import { and, eq, type SQL } from 'drizzle-orm';
import { booking } from '#db/schema/index.ts';

type Of = (person: string, other?: string) => SQL | undefined;

/** SQL condition on bookings of a person in one role, by role. @param other only those with this person */
export const bookingsAs: { PRODUCER: Of; CONSUMER: Of } = {
  PRODUCER: (person, other) =>
    and(eq(booking.producerId, person), other ? eq(booking.consumerId, other) : undefined),
  CONSUMER: (person, other) =>
    and(eq(booking.consumerId, person), other ? eq(booking.producerId, other) : undefined),
};
