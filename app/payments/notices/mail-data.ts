import { z } from 'zod';

/** An email about money that is not about a booking or a call alone. */
export const moneyMailData = z.object({
  /** Who gets it. */
  userId: z.uuid(),
  about: z.enum([
    'payoutNeeds',
    'disputeOpened',
    'disputeWon',
    'disputeLost',
    'disputeToAnswer',
    'disputeClosed',
    'paymentForeign',
  ]),
  disputeId: z.uuid().optional(),
  paymentId: z.uuid().optional(),
});
export type MoneyMail = z.output<typeof moneyMailData>;
