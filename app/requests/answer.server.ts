import { and, eq, gt, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { lockAccounts } from '#app/marketplace/people/lock-people.server.ts';
import { changeRequests } from '#app/marketplace/requests/change-requests.server.ts';
import { LEAST_MS } from '#app/marketplace/requests/deadlines.server.ts';
import { nextTaken } from '#app/marketplace/requests/extend.server.ts';
import { db } from '#app/platform/database.server.ts';
import { violatedConstraint } from '#app/platform/postgres-error.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { roomOfRequest } from '#app/rooms/requested-rooms.server.ts';
import type { Transaction } from '#db/client.ts';
import { BUSY_APART, callRequest, stream } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { REQUEST_CHANGES, type RequestChange } from './schema.ts';

const MINUTE_MS = 60_000;
/** Extra time in ms before the call's end, for lost connections, which do not count towards the budget. */
const SPARE_MS = 10 * MINUTE_MS;

/**
 * Applies the change to a ringing request that a form or an API call names.
 * @throws ProtocolError BAD_MESSAGE for an unknown change; NOT_FOUND for a request that the viewer may not change so;
 * WRONG_STATE once it no longer rings; UNAVAILABLE if no media server accepts rooms; FULL if all are full
 */
export async function changeRequest(viewer: SignedIn, name: string, id: string): Promise<RequestChange> {
  const named = REQUEST_CHANGES.find((one) => one === name);
  if (!named) throw new ProtocolError('BAD_MESSAGE');
  await { accept, reject, cancel }[named](viewer, id);
  return named;
}

/** Accepts a request as its streamer: creates the room with them as host. */
async function accept(viewer: SignedIn, id: string): Promise<void> {
  const isTheirs = eq(callRequest.producerId, viewer.id);
  const tryOnce = () => change(id, isTheirs, (tx) => acceptIn(tx, viewer, id));
  await tryOnce().catch((error: unknown) => {
    if (violatedConstraint(error) !== BUSY_APART) throw error;
    // One of the two was booked concurrently; a second attempt sees the booking.
    return tryOnce();
  });
}

async function acceptIn(tx: Transaction, viewer: SignedIn, id: string): Promise<number> {
  const [request] = await tx.select().from(callRequest).where(eq(callRequest.id, id));
  const { consumerId, producerId, budgetMinutes, priceMinor, currency } = request ?? {};
  if (!consumerId || !producerId || !budgetMinutes || !priceMinor || !currency) return 0;
  const people = [producerId, consumerId];
  await lockAccounts(tx, people);
  const now = Date.now();
  const endsAt = new Date(
    Math.min(now + budgetMinutes * MINUTE_MS + SPARE_MS, await nextTaken(tx, people, id)),
  );
  const budgetMs = Math.min(budgetMinutes * MINUTE_MS, endsAt.getTime() - now);
  const rings = and(
    eq(callRequest.id, id),
    eq(callRequest.producerId, viewer.id),
    gt(callRequest.ringUntil, sql`now()`),
  );
  const answeredAt = new Date(now);
  // One of the two was booked while it rang.
  if (budgetMs < LEAST_MS) return changeRequests(tx, 'RINGING', rings, { status: 'FAILED', answeredAt });
  if ((await changeRequests(tx, 'RINGING', rings, { status: 'ACCEPTED', answeredAt, endsAt })) === 0)
    return 0;
  const [made] = await tx
    .insert(stream)
    .values({ requestId: id, producerId, consumerId, priceMinor, currency, budgetMs })
    .returning({ id: stream.id });
  if (!made) throw new Error('PostgreSQL returned no row of an insert');
  await roomOfRequest(tx, { streamId: made.id, producerId, consumerId, endsAt });
  return 1;
}

/** Rejects a request as its streamer. */
function reject(viewer: SignedIn, id: string): Promise<void> {
  const isTheirs = eq(callRequest.producerId, viewer.id);
  const rings = and(eq(callRequest.id, id), isTheirs);
  return change(id, isTheirs, (tx) => changeRequests(tx, 'RINGING', rings, { status: 'REJECTED' }));
}

/** Cancels a request as its caller, also before it is paid. */
function cancel(viewer: SignedIn, id: string): Promise<void> {
  const isTheirs = eq(callRequest.consumerId, viewer.id);
  const own = and(eq(callRequest.id, id), isTheirs);
  return change(
    id,
    isTheirs,
    async (tx) =>
      (await changeRequests(tx, 'PAYING', own, { status: 'CANCELLED' })) ||
      (await changeRequests(tx, 'RINGING', own, { status: 'CANCELLED' })),
  );
}

/** @param work changes the request, if that is allowed; returns the number of changed requests */
async function change(
  id: string,
  isTheirs: ReturnType<typeof eq>,
  work: (tx: Transaction) => Promise<number>,
): Promise<void> {
  if ((await inTransaction(work)) > 0) return;
  const seen = await db.$count(callRequest, and(eq(callRequest.id, id), isTheirs));
  throw new ProtocolError(seen > 0 ? 'WRONG_STATE' : 'NOT_FOUND');
}
