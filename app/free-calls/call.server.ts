import { and, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { refuseBlockedAddress } from '#app/http/limits/blocked-networks.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { lockAccounts, lockPeople } from '#app/marketplace/people/lock-people.server.ts';
import { isTaken } from '#app/marketplace/requests/change-requests.server.ts';
import { endFreeCalls, expireFreeCalls, ringFreely } from '#app/marketplace/requests/free-calls.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { callRequest, channel, freeCall, user } from '#db/schema/index.ts';
import { ProtocolError, RetryLater } from '#protocol/errors.ts';
import { findLink } from './link.server.ts';
import type { NewFreeCall } from './schema.ts';

/** Unanswered free calls of one caller to one person per hour; more would be a nuisance. */
const MAX_UNANSWERED = 2;
const HOUR_S = 3_600;

/** The person who calls: their account, if they have one, and their browser. */
export type Caller = { viewer: Viewer; key: string };

/** SQL condition: the free call is the caller's. */
export const isByCaller = ({ viewer, key }: Caller): SQL | undefined =>
  or(eq(freeCall.callerKey, key), viewer ? eq(freeCall.callerId, viewer.id) : undefined);

/**
 * Calls a person with an account by their link. Cancels the caller's other ringing free calls.
 * @returns the call's id; it is `BUSY` if the person is in a call, or another call rings
 * @throws ProtocolError NOT_FOUND if they do not let the caller call; RATE_LIMITED, FORBIDDEN
 */
export async function callFreely(caller: Caller, wanted: NewFreeCall, address: string): Promise<string> {
  await refuseBlockedAddress(address);
  await spend('freeCall', address);
  const link = await findLink(caller.viewer, wanted.urlname);
  if (link?.state !== 'YES') throw new ProtocolError('NOT_FOUND');
  await spend('freeCallTo', link.id);
  return inTransaction(async (tx) => {
    const { viewer, key } = caller;
    // Concurrent calls to the same person queue here, as do a block and a suspension, which end calls.
    if (viewer) await lockPeople(tx, viewer.id, link.id);
    else await lockAccounts(tx, [link.id]);
    const now = await findLink(viewer, wanted.urlname, tx);
    if (now?.state !== 'YES' || now.id !== link.id) throw new ProtocolError('NOT_FOUND');
    await expireFreeCalls(tx, eq(freeCall.calleeId, link.id));
    await endFreeCalls(tx, isByCaller(caller), 'CANCELLED');
    await refuseNuisance(tx, caller, link.id);
    const parties = { calleeId: link.id, callerId: viewer?.id ?? null, callerKey: key };
    if (await isBusy(tx, link.id)) {
      const [made] = await tx
        .insert(freeCall)
        .values({ ...parties, status: 'BUSY' })
        .returning({ id: freeCall.id });
      if (!made) throw new Error('PostgreSQL returned no row of an insert');
      return made.id;
    }
    return ringFreely(tx, { ...parties, callerName: viewer ? null : (wanted.name ?? null) });
  });
}

/** Whether a person is in a call, or somebody else calls them. */
async function isBusy(tx: Transaction, id: string): Promise<boolean> {
  const { hostUserId, guestUserId, status } = channel;
  const inRoom = and(or(eq(hostUserId, id), eq(guestUserId, id)), inArray(status, ['REQUESTED', 'STARTED']));
  const rings = and(eq(freeCall.calleeId, id), eq(freeCall.status, 'RINGING'));
  const isAsked = and(
    eq(callRequest.producerId, id),
    eq(callRequest.status, 'RINGING'),
    gt(callRequest.ringUntil, sql`now()`),
  );
  const counts = await Promise.all([
    tx.$count(channel, inRoom),
    tx.$count(freeCall, rings),
    tx.$count(callRequest, isAsked),
    tx.$count(user, and(eq(user.id, id), isTaken(user.id))),
  ]);
  return counts.some((count) => count > 0);
}

/** @throws RetryLater RATE_LIMITED */
async function refuseNuisance(tx: Transaction, caller: Caller, calleeId: string): Promise<void> {
  const unanswered = and(
    isByCaller(caller),
    eq(freeCall.calleeId, calleeId),
    inArray(freeCall.status, ['EXPIRED', 'REJECTED', 'CANCELLED']),
    gt(freeCall.createdAt, sql`now() - interval '1 hour'`),
  );
  if ((await tx.$count(freeCall, unanswered)) >= MAX_UNANSWERED) throw new RetryLater('RATE_LIMITED', HOUR_S);
}
