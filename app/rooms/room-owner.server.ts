import { createHmac } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { counted } from '#app/http/limits/rate-limits.server.ts';
import { env } from '#app/platform/env.server.ts';
import type { Transaction } from '#db/client.ts';
import { channel } from '#db/schema/index.ts';
import { RetryLater } from '#protocol/errors.ts';
import { accountKey } from './browser-key.server.ts';

/** Rooms of one owner that may wait for a guest at the same time. */
const WAITING = { account: 200, network: 10 } as const;

/** `Retry-After` of TOO_MANY_ROOMS, in s: most rooms that no one enters are free after five minutes, and calls end at any time. */
const RETRY_S = 60;

/** Whom a free room counts for; null: no one, without rate limits. */
export type RoomOwner = { kind: keyof typeof WAITING; key: string } | null;

/** An account owns the rooms that it makes here and those of all its API keys. */
export const accountOwner = (userId: string): RoomOwner =>
  env.RATE_LIMITS === 'off' ? null : { kind: 'account', key: accountKey(userId) };

/**
 * The network of a host without an account: an IPv4 address or IPv6 /64. Its key cannot be traced back to it without
 * our secret, and changes every day, so that rooms of different days cannot be linked.
 */
export function networkOwner(address: string): RoomOwner {
  if (env.RATE_LIMITS === 'off') return null;
  const today = new Date().toISOString().slice(0, 10);
  const name = `network:${today}:${counted(address)}`;
  return {
    kind: 'network',
    key: createHmac('sha256', env.COOKIE_SECRET[0]).update(name).digest('base64url'),
  };
}

/** Refuses a room beyond those that an owner may have waiting. @param tx inserts the room */
export async function admitRoom(tx: Transaction, owner: RoomOwner): Promise<void> {
  if (!owner) return;
  const { kind, key } = owner;
  // Until the room is written, concurrent requests of the same owner wait.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('room_owner'), hashtext(${key}))`);
  const waits = and(eq(channel.status, 'CREATED'), gt(channel.expiresAt, sql`now()`));
  if ((await tx.$count(channel, and(eq(channel.owner, key), waits))) >= WAITING[kind])
    throw tooManyRooms('waiting', `at most ${WAITING[kind]} rooms of one ${kind} may wait for a guest`);
}

/** @param limit the one that is reached */
export const tooManyRooms = (limit: 'waiting' | 'open', message: string): RetryLater =>
  new RetryLater('TOO_MANY_ROOMS', RETRY_S, [{ path: limit, message }]);
