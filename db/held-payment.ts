import { and, eq, gt, inArray, or } from 'drizzle-orm';
import { payment } from './schema/index.ts';

/** SQL condition: the payment's amount is held, or is being held again. */
export const isHeldPayment = or(
  eq(payment.status, 'HELD'),
  and(inArray(payment.status, ['NEW', 'ACTION']), gt(payment.attempt, 1)),
);
