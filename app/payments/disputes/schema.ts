import { z } from 'zod';
import { filled } from '#app/entities/fields.ts';

/** What an administrator tells the bank of a disputed call, beside what was counted. */
export const disputeAnswer = z.object({ text: filled(10_000) });
