import pLimit from 'p-limit';
import { RetryLater } from '#protocol/errors.ts';

/** Uploads in memory at once, each of up to 30 MB: a process holds 180 MB of them. */
const AT_ONCE = 6;
/** Requests that wait, of which nothing has been read. */
const WAITING = 24;
/** At once and waiting, per user: the avatar and a picture, or two pictures. */
const PER_USER = 2;
/** `Retry-After`, in seconds: about what decoding a large picture takes. */
const RETRY_S = 10;

const permits = pLimit(AT_ONCE);
const byUser = new Map<string, number>();

/**
 * Runs the work of an upload, from reading its body to storing it, when memory is free for it.
 * @throws RetryLater RATE_LIMITED if the user has other uploads under way, UNAVAILABLE if too many wait; as the work does
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
