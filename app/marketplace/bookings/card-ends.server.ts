import { and, eq, exists, sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { booking, card, payment } from '#db/schema/index.ts';

/** Cards are good until the end of their month. */
const goodUntil = sql`make_timestamptz(${card.expYear}, ${card.expMonth}, 1, 0, 0, 0, 'UTC') + interval '1 month'`;

/** Condition on a booking and its payment: the card on which its amount is to be held ends before it does. */
export const cardEnds = and(
  sql`${payment.status} = 'NEW' and ${booking.status} in ('WAITING', 'CONFIRMED')`,
  exists(
    db
      .select({ one: sql`1` })
      .from(card)
      .where(and(eq(card.stripeId, payment.paymentMethod), sql`${goodUntil} <= ${booking.endAt}`)),
  ),
);
