import { z } from 'zod';
import { instant } from '#app/entities/fields.ts';
import { PAYOUT_COUNTRIES } from './countries.ts';

/** Chosen once, as a Stripe account cannot change its country. */
export const newPayout = z.object({ country: z.enum(PAYOUT_COUNTRIES).optional() });

export const payoutSchema = z.object({
  country: z.string().nullable(),
  begun: z.boolean().meta({ description: 'They have an account at Stripe, complete or not' }),
  connected: z.boolean().meta({ description: 'They have given Stripe what it asked for' }),
  ready: z.boolean().meta({ description: 'Money can be sent to them and on to their bank' }),
  refused: z.boolean().meta({ description: 'Stripe will not pay them' }),
  due: z.int().meta({ description: 'How many details Stripe wants from them now' }),
  dueBy: instant.nullable(),
});

/** A streamer's payout state. */
export type PayoutState = z.output<typeof payoutSchema>;

export const stripePage = z.object({ url: z.url().meta({ description: "Stripe's page, for one visit" }) });
