import { eq, sql } from 'drizzle-orm';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { payment } from '#db/schema/index.ts';
import { paymentMoves } from './queues.server.ts';

type Payment = typeof payment.$inferSelect;

/** Holds attempted per payment, in case a bank drops each of them. */
const ATTEMPTS_MAX = 5;

/**
 * Enqueues a new hold for a payment's amount, or for the part due, while the payer is away. The former hold is released
 * once the new one succeeds or finally fails.
 * @param row locked
 * @param viaSite whether the site receives the money and pays the streamer once their account is ready
 * @returns false if the attempts are used up
 */
export async function holdAgain(tx: Transaction, row: Payment, viaSite = row.viaSite): Promise<boolean> {
  const { id, status, intent, formerIntent, attempt, toCapture } = row;
  if (attempt >= ATTEMPTS_MAX) return false;
  // After a refused attempt `intent` is that attempt and the hold before it is already gone; a lost hold is its own
  // former.
  const former = status === 'ACTION' ? intent : (formerIntent ?? intent);
  await tx
    .update(payment)
    .set({
      ...{ status: 'NEW', intent: null, formerIntent: former, attempt: attempt + 1 },
      ...{ heldAmount: toCapture, viaSite, captureBefore: null, refusal: null },
      ...(toCapture !== null && { captureAt: sql`coalesce(${payment.captureAt}, now())` }),
      ...{ holdAt: sql`now()`, changedAt: sql`now()` },
    })
    .where(eq(payment.id, id));
  await enqueue(tx, paymentMoves, { id });
  return true;
}
