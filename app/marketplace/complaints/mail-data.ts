import { z } from 'zod';

/** An email about a complaint to one of the call's two people. */
export const complaintMailData = z.object({
  complaintId: z.uuid(),
  /** Who gets it. */
  userId: z.uuid(),
  /** The other person's username; null if their account is gone. */
  other: z.string().nullable(),
  about: z.enum(['complaintMade', 'complaintAccepted', 'complaintDeclined', 'complaintDecided']),
});
export type ComplaintMail = z.output<typeof complaintMailData>;
