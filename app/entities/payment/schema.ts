import { z } from 'zod';
import { PAYMENT_STATUSES } from '#db/schema/index.ts';
import { id, identity, instant } from '../fields.ts';

/** Read-only: payments follow bookings and requests. Amounts are in the currency's smallest unit. */
export const paymentSchema = {
  row: z.object({
    ...identity,
    bookingId: id.nullable().meta({ description: 'What is paid for: this, or `requestId`' }),
    requestId: id.nullable(),
    part: z.int().meta({ description: 'Which hold of a request: the first, or one of an extension' }),
    payerId: id.nullable(),
    payeeId: id.nullable(),
    status: z.enum(PAYMENT_STATUSES),
    currency: z.string(),
    amount: z.int().meta({ description: 'Held, or to be held' }),
    captured: z.int().meta({ description: 'What was charged of it' }),
    fee: z.int().meta({ description: "The site's share of what was charged; the streamer gets the rest" }),
    refunded: z.int().meta({ description: 'Of what was charged; refunds under way count' }),
    refusal: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Why the bank refused last, as Stripe names it; not for the streamer' }),
    captureBefore: instant.nullable().meta({ description: 'When the bank lets the hold go' }),
    captureAt: instant.nullable().meta({ description: 'When it is to be charged' }),
    capturedAt: instant.nullable(),
    viaSite: z.boolean().meta({
      description:
        "Charged while the streamer's account was not ready: they are paid by a transfer of its own",
    }),
    transferred: z.int().nullable().meta({ description: 'What they were paid so' }),
  }),
};
