import { z } from 'zod';
import { callNameSchema } from '#protocol/relayed.ts';

export const newFreeCall = z.object({
  urlname: z.string().max(60).meta({ description: 'The `urlname` of the person to call' }),
  name: callNameSchema.optional().meta({
    description: 'What a caller without an account calls themselves; deleted once it no longer rings',
  }),
});
export type NewFreeCall = z.output<typeof newFreeCall>;
