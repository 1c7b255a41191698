import { z } from 'zod';
import { id, identity, instant } from '../fields.ts';

/** Read-only, as Stripe reports them. Amounts are in the currency's smallest unit. */
export const disputeSchema = {
  row: z.object({
    ...identity,
    paymentId: id,
    stripeId: z.string().meta({ description: '`dp_…`: it is answered under this name at Stripe' }),
    amount: z.int().meta({ description: 'What the bank wants back' }),
    currency: z.string(),
    reason: z.string().meta({ description: 'As Stripe names it, as `status`' }),
    status: z.string(),
    dueBy: instant.nullable().meta({ description: 'Until when it can be answered' }),
    reversed: z.int().meta({ description: 'What the streamer gave back of it' }),
  }),
};
