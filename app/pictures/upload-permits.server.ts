import pLimit from 'p-limit';
import { RetryLater } from '#protocol/errors.ts';

/** Uploads in memory at once, of up to 30 MB each: at most 180 MB per process. */
const AT_ONCE = 6;
/** Requests waiting unread. */
const WAITING = 24;
/** Uploads per user, waiting ones included: the avatar and a picture, or two pictures. */
const PER_USER = 2;
/** `Retry-After`, in s: about the time to decode a large picture. */
const RETRY_S = 10;

const permits = pLimit(AT_ONCE);
const byUser = new Map<string, number>();

/**
 * Runs the work of an upload, from reading its body to storing it, once memory is free.
 * @throws RetryLater RATE_LIMITED if the user has other uploads under way, UNAVAILABLE if too many wait; as the work
 *   does
 */
export async function withUploadPermit<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const own = byUser.get(userId) ?? 0;
  if (own >= PER_USER) throw new RetryLater('RATE_LIMITED', RETRY_S);
  if (permits.activeCount + permits.pendingCount >= AT_ONCE + WAITING) {
    throw new RetryLater('UNAVAILABLE', RETRY_S);
  }
  byUser.set(userId, own + 1);
  try {
    return await permits(work);
  } finally {
    const left = (byUser.get(userId) ?? 1) - 1;
    if (left > 0) byUser.set(userId, left);
    else byUser.delete(userId);
  }
}
