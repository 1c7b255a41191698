import { z } from 'zod';
import { identity } from '../fields.ts';

/** Read-only: cards are saved on Stripe's page and changed by separate API calls. */
export const cardSchema = {
  row: z.object({
    ...identity,
    brand: z.string(),
    last4: z.string(),
    expMonth: z.int(),
    expYear: z.int(),
    isDefault: z.boolean().meta({ description: 'The one that is proposed' }),
  }),
};
