import { z } from 'zod';
import { filled } from '#app/entities/fields.ts';
import { COMPLAINT_KINDS } from '#protocol/complaint.ts';

const minor = z.int().min(0);

export const newComplaint = z.object({
  kind: z.enum(COMPLAINT_KINDS),
  text: filled(2000),
  wanted: minor.meta({ description: "To be given back, in the currency's smallest unit; may be nothing" }),
});

export const complaintAnswer = z.object({
  answer: filled(1000).meta({ description: 'Told to the customer' }),
  conceded: minor.meta({ description: "What is given back, in the currency's smallest unit" }),
});

export const complaintDecision = z.object({
  decided: minor.meta({ description: "What is given back in all, in the currency's smallest unit" }),
  reason: filled(1000).meta({ description: 'Told to both' }),
});
