import { eq, sql } from 'drizzle-orm';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { payment } from '#db/schema/index.ts';
import { paymentMoves } from './queues.server.ts';

type Payment = typeof payment.$inferSelect;

/** A bank that lets go of every hold is not asked for ever. */
const ATTEMPTS_MAX = 5;

/**
 * Has a job hold a payment's amount, or what is due of it, once more, while whoever pays is away. The hold before is let go
 * once this one stands, or nothing comes of it.
 * @param row locked
 * @param viaSite whether the site gets it, and pays the streamer once their account is ready
 * @returns false if that was tried too often
 */
export async function placeAnew(tx: Transaction, row: Payment, viaSite = row.viaSite): Promise<boolean> {
  const { id, status, intent, formerIntent, attempt, toCapture } = row;
  if (attempt >= ATTEMPTS_MAX) return false;
  // Of one that was refused, the one before is gone; one that is lost is gone itself.
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
