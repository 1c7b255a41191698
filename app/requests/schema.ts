import { z } from 'zod';
import { id } from '#app/entities/fields.ts';
import { currencyName } from '#app/entities/lookups/schema.ts';

/** Budgets on offer, in minutes, up to the streamer's limit. */
export const BUDGETS = [5, 10, 15, 30, 60, 120, 240] as const;

export const newRequest = z.object({
  producerId: id,
  budgetMinutes: z.int().min(1).max(240).meta({ description: 'The call ends when so much was delivered' }),
  amount: z.int().min(1).meta({
    description:
      "What the person was shown for the whole budget, in the currency's smallest unit: refused if it is another one now",
  }),
  currency: currencyName,
  clientKey: z
    .uuid()
    .meta({ description: 'New for each request: a repeated call answers with the first one’s' }),
});
export type NewRequest = z.output<typeof newRequest>;

/** Changes to a ringing request or free call, as the last part of the path. */
export const REQUEST_CHANGES = ['accept', 'reject', 'cancel'] as const;
export type RequestChange = (typeof REQUEST_CHANGES)[number];
