import { z } from 'zod';
import { COMPLAINT_STATUSES } from '#db/schema/index.ts';
import { COMPLAINT_KINDS } from '#protocol/complaint.ts';
import { id, identity, instant } from '../fields.ts';

/**
 * Read-only: complaints are made, answered and decided by separate API calls. Amounts are in the currency's smallest
 * unit.
 */
export const complaintSchema = {
  row: z.object({
    ...identity,
    streamId: id.meta({ description: 'The paid call that it is about' }),
    producerId: id.nullable(),
    consumerId: id.nullable().meta({ description: 'Who complains' }),
    kind: z.enum(COMPLAINT_KINDS),
    text: z.string(),
    currency: z.string(),
    charge: z.int().meta({ description: 'What the call costs, by what was counted' }),
    wanted: z.int().meta({ description: 'To be given back of it' }),
    status: z.enum(COMPLAINT_STATUSES),
    answer: z.string().nullable().meta({ description: "The streamer's" }),
    conceded: z.int().nullable().meta({ description: 'What the streamer gives back' }),
    answeredAt: instant.nullable(),
    reason: z.string().nullable().meta({ description: 'Why an administrator decided so' }),
    decided: z.int().nullable().meta({ description: 'What is given back in all' }),
    decidedAt: instant.nullable(),
  }),
};
