import { z } from 'zod';

/** An email about a request to one of the two people. */
export const callMailData = z.object({
  requestId: z.uuid(),
  /** Who gets it. */
  userId: z.uuid(),
  /** The other person's username: their account may be gone when the email is sent. Null if it was before. */
  other: z.string().nullable(),
  about: z.enum([
    'requestRings',
    'requestCharged',
    'requestEarned',
    'requestRefunded',
    'requestUnpaid',
    'requestNotEarned',
  ]),
  /** The payment that it is about, if not all of them. */
  paymentId: z.uuid().optional(),
});
export type CallMail = z.output<typeof callMailData>;
