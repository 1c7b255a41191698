import { and, eq } from 'drizzle-orm';
import { id as uuid } from '#app/entities/fields.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { endFreeCalls, freeCallRings } from '#app/marketplace/requests/free-calls.server.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { REQUEST_CHANGES } from '#app/requests/schema.ts';
import { lastRegionOf } from '#app/rooms/media-nodes.server.ts';
import { accountOwner } from '#app/rooms/room-owner.server.ts';
import { insertRoom } from '#app/rooms/rooms.server.ts';
import type { Transaction } from '#db/client.ts';
import { freeCall } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type Caller, isByCaller } from './call.server.ts';

/**
 * Applies the change to a ringing free call that a form or an API call names. Accepting makes a room with the browser
 * that accepted as its host.
 * @throws ProtocolError BAD_MESSAGE for an unknown change; NOT_FOUND for a call that the person may not change so;
 * WRONG_STATE once it no longer rings; UNAVAILABLE, FULL, TOO_MANY_ROOMS if there is no room
 */
export async function changeFreeCall(person: Caller, name: string, id: string): Promise<void> {
  const named = REQUEST_CHANGES.find((one) => one === name);
  if (!named) throw new ProtocolError('BAD_MESSAGE');
  if (!uuid.safeParse(id).success) throw new ProtocolError('NOT_FOUND');
  const { viewer, key } = person;
  const isIt = eq(freeCall.id, id);
  if (named !== 'cancel' && !viewer) throw new ProtocolError('NOT_FOUND');
  const isTheirs = viewer && named !== 'cancel' ? eq(freeCall.calleeId, viewer.id) : isByCaller(person);
  const changed = await inTransaction((tx) => {
    if (named === 'accept' && viewer) return accept(tx, viewer, key, id);
    return endFreeCalls(tx, and(isIt, isTheirs), named === 'reject' ? 'REJECTED' : 'CANCELLED');
  });
  if (changed > 0) return;
  const seen = await db.$count(freeCall, and(isIt, isTheirs));
  throw new ProtocolError(seen > 0 ? 'WRONG_STATE' : 'NOT_FOUND');
}

async function accept(tx: Transaction, viewer: SignedIn, key: string, id: string): Promise<number> {
  const [ringing] = await tx
    .select({ id: freeCall.id })
    .from(freeCall)
    .where(and(eq(freeCall.id, id), eq(freeCall.calleeId, viewer.id), freeCallRings))
    .for('update');
  if (!ringing) return 0;
  const room = await insertRoom(tx, {
    hostKey: key,
    hostUserId: viewer.id,
    owner: accountOwner(viewer.id),
    region: await lastRegionOf(viewer.id, tx),
  });
  return endFreeCalls(tx, eq(freeCall.id, ringing.id), 'ACCEPTED', room.id);
}
