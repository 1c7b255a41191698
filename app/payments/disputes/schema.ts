import { z } from 'zod';
import { filled } from '#app/entities/fields.ts';

/** The administrator's text to the bank about a disputed call, in addition to the counted data. */
export const disputeAnswer = z.object({ text: filled(10_000) });
