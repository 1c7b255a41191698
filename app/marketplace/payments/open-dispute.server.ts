import { and, ne, notLike } from 'drizzle-orm';
import { dispute } from '#db/schema/index.ts';

/**
 * SQL condition on `dispute`: the bank has taken the money, or may still take it. Stripe's inquiries (`warning_*`) and
 * prevented disputes take nothing; what a won dispute took has been returned.
 */
export const isOpenDispute = and(
  notLike(dispute.status, 'warning_%'),
  notLike(dispute.status, 'prevented%'),
  ne(dispute.status, 'won'),
);
