import { z } from 'zod';
import { filled } from '#app/entities/fields.ts';

export const newRefund = z.object({
  amount: z.int().min(1).meta({ description: "In the currency's smallest unit" }),
  reason: filled(500).meta({ description: 'Told to both' }),
});
