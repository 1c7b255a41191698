import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { rateLimit } from '#db/schema/index.ts';
import { type ErrorCode, ProtocolError, RetryLater } from '#protocol/errors.ts';

/**
 * How long a process refuses a key without the database where points may be refunded, also by another process, in s.
 */
const REFUSED_FOR_S = 5;

/** Points of a key per minute: divisible by the usual limits. */
const KEY_POINTS = 3_600;

/** `duration` in seconds. */
type Options = { keyPrefix: string; points: number; duration: number };

/**
 * Counts in the database, for all web servers together. Once a key's points are spent, the process refuses it from
 * memory until they are restored, so that a flood does not reach the database. Without the database, each process
 * counts by itself.
 */
function shared(options: Options, inMemoryBlockDuration?: number): RateLimiterDrizzle {
  return new RateLimiterDrizzle({
    ...options,
    storeClient: db,
    schema: rateLimit,
    // The job `delete-expired` deletes them.
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: options.points + 1,
    inMemoryBlockDuration,
    insuranceLimiter: new RateLimiterMemory(options),
  });
}

/** As `shared`, for points that are spent first and may be refunded. */
const refundable = (options: Options) => shared(options, REFUSED_FOR_S);

const limiters = {
  /** New rooms, per address. */
  ticket: shared({ keyPrefix: 'ticket', points: 30, duration: 600 }),
  /** Seats taken with a valid code, including reconnects, per address. */
  seat: shared({ keyPrefix: 'seat', points: 120, duration: 600 }),
  /** Wrong room codes, per address: 20 in 5 minutes, against 23⁹ codes, each valid for 5 minutes to an hour. */
  wrongCode: refundable({ keyPrefix: 'wrong-code', points: 20, duration: 300 }),
  /** Rows created without an account (messages, subscriptions), per address. */
  anonymousRow: shared({ keyPrefix: 'anonymous-row', points: 20, duration: 600 }),
  /** Failed logins, per address, over all names. */
  login: refundable({ keyPrefix: 'login', points: 30, duration: 600 }),
  /** Failed logins, per name, from any address; short, because it also locks the owner out. */
  loginName: refundable({ keyPrefix: 'login-name', points: 10, duration: 120 }),
  /** Successful logins, per address, over all accounts: each costs a hash. */
  loggedIn: refundable({ keyPrefix: 'logged-in', points: 200, duration: 600 }),
  /** Successful logins, per account, from any address. */
  loggedInAccount: refundable({ keyPrefix: 'logged-in-account', points: 60, duration: 600 }),
  /** New accounts, per address. */
  signUp: shared({ keyPrefix: 'sign-up', points: 10, duration: 3600 }),
  /**
   * Wrong codes of a second factor, per account, from any address. Three of a million codes are right at any time: with
   * these attempts, someone who has the password has a chance of 1 in 1,400 to find one within a day.
   */
  secondFactor: refundable({ keyPrefix: 'second-factor', points: 10, duration: 3600 }),
  /** The same per address, over all accounts. */
  secondFactorFrom: refundable({ keyPrefix: 'second-factor-from', points: 30, duration: 3600 }),
  /** Passkey challenges, per address; each allows one attempt. */
  passkey: shared({ keyPrefix: 'passkey', points: 60, duration: 600 }),
  /** Wrong current passwords when changing settings, per user. */
  password: refundable({ keyPrefix: 'password', points: 5, duration: 600 }),
  /** Links opened and emails requested, per address. */
  link: shared({ keyPrefix: 'link', points: 20, duration: 3600 }),
  /** Emails with links, and test emails, per recipient, whichever client requests them. */
  mail: shared({ keyPrefix: 'mail', points: 5, duration: 3600 }),
  /**
   * Notices that someone signed up with an address, per recipient; separate, so that they are not blocked by emails
   * with links.
   */
  signUpNotice: shared({ keyPrefix: 'sign-up-notice', points: 5, duration: 3600 }),
  /** Uploaded pictures, per address: each keeps a core busy for seconds. */
  upload: shared({ keyPrefix: 'upload', points: 60, duration: 600 }),
  /** Places looked up by name, per user: another server may be asked. */
  place: shared({ keyPrefix: 'place', points: 60, duration: 600 }),
  /** Bookings attempted, per user: each may take hours of a streamer's time. */
  booking: shared({ keyPrefix: 'booking', points: 20, duration: 3600 }),
  /** Calls to streamers, per user. */
  request: shared({ keyPrefix: 'request', points: 6, duration: 600 }),
  /** Free calls to people by their links, per address. */
  freeCall: shared({ keyPrefix: 'free-call', points: 20, duration: 3600 }),
  /** The same per person who is called, over all callers. */
  freeCallTo: shared({ keyPrefix: 'free-call-to', points: 30, duration: 3600 }),
  /** Cards that the bank refused when an amount was to be held, per user: thieves of cards try many. */
  pay: refundable({ keyPrefix: 'pay', points: 10, duration: 3600 }),
  /** The same per address, which many people may share. */
  payFrom: refundable({ keyPrefix: 'pay-from', points: 60, duration: 3600 }),
  /** Visits to Stripe's payout pages, per user. */
  payout: shared({ keyPrefix: 'payout', points: 20, duration: 3600 }),
  /** Requests that change data, per user: far more than anyone types, including the previews of an administrator. */
  write: shared({ keyPrefix: 'write', points: 600, duration: 600 }),
  /** The same per address, which several people may share. */
  writeFrom: shared({ keyPrefix: 'write-from', points: 1200, duration: 600 }),
  /**
   * Reads that cost much, by address. A point is about a millisecond of a core at most: the days of slots, thousands of
   * rows to skip before a page.
   */
  read: shared({ keyPrefix: 'read', points: 10_000, duration: 600 }),
  /** Files of everything stored about a user, per user. */
  personalData: shared({ keyPrefix: 'personal-data', points: 10, duration: 3600 }),
  /** Requests with an API key. `spendShare` takes each key's share of the points, as keys have their own limits. */
  key: shared({ keyPrefix: 'key', points: KEY_POINTS, duration: 60 }),
  /** Refused accesses recorded in the audit trail, per user. */
  refusedAccess: shared({ keyPrefix: 'refused-access', points: 20, duration: 600 }),
};

export type Limit = keyof typeof limiters;

/**
 * Spends points of a limit.
 * @param key the client's address, or another key the limit counts by
 * @param points cost of the attempt
 * @param onReached called at the first refusal in each period of the limit, across all web servers
 * @throws RetryLater RATE_LIMITED when the limit is reached
 */
export async function spend(
  limit: Limit,
  key: string,
  onReached?: () => Promise<unknown>,
  points = 1,
): Promise<void> {
  if (env.RATE_LIMITS === 'off') return;
  try {
    await limiters[limit].consume(counted(key), points);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    // Refusals from the process's memory are not counted.
    if (refusal.consumedPoints === limiters[limit].points + 1) await onReached?.();
    throw new RetryLater('RATE_LIMITED', refusal.msBeforeNext / 1000);
  }
}

/** Admits a read by its cost in points; most cost nothing. @throws RetryLater RATE_LIMITED */
export async function spendRead(address: string, points: number): Promise<void> {
  if (points > 0) await spend('read', address, undefined, points);
}

/**
 * As `spend`, for a limit in which each key has its own number.
 * @param times number of attempts the key may make in the limit's period, at most 3,600
 */
export const spendShare = (limit: 'key', key: string, times: number): Promise<void> =>
  spend(limit, key, undefined, Math.ceil(KEY_POINTS / times));

/** Returns the points of an attempt that does not count. */
export async function refund(limit: Limit, key: string): Promise<void> {
  if (env.RATE_LIMITS === 'off') return;
  await limiters[limit].reward(counted(key));
}

/**
 * Spends a point, and refunds it unless the work is refused with one of the codes. Spent first, so that parallel
 * attempts cannot exceed the limit.
 * @throws RetryLater RATE_LIMITED when the limit is reached; as the work does
 */
export async function countRefusals<T>(
  limit: Limit,
  key: string,
  codes: readonly ErrorCode[],
  work: () => Promise<T>,
): Promise<T> {
  await spend(limit, key);
  let counts = false;
  try {
    return await work();
  } catch (error) {
    counts = error instanceof ProtocolError && codes.includes(error.code);
    throw error;
  } finally {
    if (!counts) await refund(limit, key);
  }
}

/**
 * Counts cards that the bank refuses, by account and by network: neither visits nor payments that succeed.
 * @param work tries a card
 * @throws RetryLater RATE_LIMITED; as the work does
 */
export const countRefusedCards = <T>(viewerId: string, address: string, work: () => Promise<T>): Promise<T> =>
  countRefusals('payFrom', address, REFUSED_CARD, () => countRefusals('pay', viewerId, REFUSED_CARD, work));

const REFUSED_CARD: readonly ErrorCode[] = ['CARD_REFUSED'];

/**
 * Key a client is counted by. An IPv6 /64 counts as one client: one customer has at least that (RFC 6177). Other keys
 * count as they are.
 */
export function counted(key: string): string {
  if (!isIP(key)) return key;
  const address = ipaddr.process(key);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
