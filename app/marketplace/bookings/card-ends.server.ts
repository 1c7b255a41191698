import { and, eq, exists, sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { booking, card, payment } from '#db/schema/index.ts';

/** Cards are valid until the end of their expiry month. */
const goodUntil = sql`make_timestamptz(${card.expYear}, ${card.expMonth}, 1, 0, 0, 0, 'UTC') + interval '1 month'`;

/** SQL condition on a booking and its payment: the card for its future hold expires before the booking ends. */
export const cardEnds = and(
  sql`${payment.status} = 'NEW' and ${booking.status} in ('WAITING', 'CONFIRMED')`,
  exists(
    db
      .select({ one: sql`1` })
      .from(card)
      .where(and(eq(card.stripeId, payment.paymentMethod), sql`${goodUntil} <= ${booking.endAt}`)),
  ),
);
