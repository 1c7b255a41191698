import { z } from 'zod';
import { ABSENT_SIDES } from '#db/schema/index.ts';
import { id, identity, instant } from '../fields.ts';

const ms = z.int();

/** Read-only: media servers count, the web server settles. Times in ms, amounts in the currency's smallest unit. */
export const streamSchema = {
  row: z.object({
    ...identity,
    bookingId: id.nullable(),
    requestId: id.nullable(),
    producerId: id.nullable(),
    consumerId: id.nullable(),
    priceMinor: z.int().meta({ description: 'For a minute' }),
    currency: z.string(),
    budgetMs: ms.nullable().meta({ description: 'The call ends when so much was delivered' }),
    offeredMs: ms.meta({ description: 'The streamer sent a picture, or would have' }),
    attendedMs: ms.meta({ description: 'The other person was there' }),
    deliveredMs: ms.meta({ description: 'The picture arrived' }),
    missedMs: ms.meta({ description: 'Of a booking: the other person was there, and no picture was sent' }),
    absent: z.enum(ABSENT_SIDES).nullable().meta({ description: 'Who was waited for in vain' }),
    startedAt: instant.nullable(),
    endedAt: instant.nullable().meta({ description: 'When it was settled' }),
    charge: z.int().nullable().meta({ description: 'What is charged; null until it is settled' }),
  }),
};
