import { setTimeout } from 'node:timers/promises';
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { recordAudit } from '#app/audit/record.server.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import { db } from '#app/platform/database.server.ts';
import { CHANNEL_END, channel } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Whether a room is in use or can still be entered. */
export function isLive({ status, expiresAt }: Row): boolean {
  if (status === 'REQUESTED' || status === 'STARTED') return true;
  return status === 'CREATED' && expiresAt instanceof Date && expiresAt > new Date();
}

export function countLiveRooms(): Promise<number> {
  const waiting = and(eq(channel.status, 'CREATED'), gt(channel.expiresAt, sql`now()`));
  return db.$count(channel, or(inArray(channel.status, ['REQUESTED', 'STARTED']), waiting));
}

const WAIT_MS = 3_000;
const POLL_MS = 100;

/**
 * Asks the media server that holds a room to end it for both seats, and waits until it has.
 * @param by an administrator's request is audited; a key's gives another end reason
 * @throws ProtocolError NOT_FOUND, UNAVAILABLE if no media server ended it
 */
export async function endRoom(id: string, by: 'administrator' | 'program' | 'key'): Promise<void> {
  const read = async () => {
    const [room] = await db
      .select({ token: channel.token, endedAt: channel.endedAt })
      .from(channel)
      .where(eq(channel.id, id));
    if (!room) throw new ProtocolError('NOT_FOUND');
    return room;
  };
  const { token, endedAt } = await read();
  if (endedAt) return;
  if (by === 'administrator') await recordAudit(db, { action: 'END_ROOM', entity: 'channel', rowId: id });
  await db.execute(sql`select pg_notify(${CHANNEL_END}, ${by === 'key' ? `${token} closed` : token})`);
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await setTimeout(POLL_MS)) {
    if ((await read()).endedAt) return;
  }
  throw new ProtocolError('UNAVAILABLE');
}
