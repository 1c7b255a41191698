import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProtocolError } from '#protocol/errors.ts';

/** Kept in the memory of each web process: n processes allow n times as many. Durations in seconds. */
const limiters = {
  /** New rooms, per address. */
  ticket: new RateLimiterMemory({ keyPrefix: 'ticket', points: 30, duration: 600 }),
  /** Seats taken with a valid code, including reconnects, per address. */
  seat: new RateLimiterMemory({ keyPrefix: 'seat', points: 120, duration: 600 }),
  /** Wrong room codes, per address: 20 in 5 minutes, against 23⁹ codes that are each valid for 5 minutes. */
  wrongCode: new RateLimiterMemory({ keyPrefix: 'wrong-code', points: 20, duration: 300 }),
  /** Rows created without an account (messages, subscriptions), per address. */
  anonymousRow: new RateLimiterMemory({ keyPrefix: 'anonymous-row', points: 20, duration: 600 }),
  /** Failed logins, per address, over all names. */
  login: new RateLimiterMemory({ keyPrefix: 'login', points: 30, duration: 600 }),
  /** Failed logins, per name, from any address; short, because it also locks the owner out. */
  loginName: new RateLimiterMemory({ keyPrefix: 'login-name', points: 10, duration: 120 }),
  /** Successful logins, per address, over all accounts: each costs a hash. */
  loggedIn: new RateLimiterMemory({ keyPrefix: 'logged-in', points: 200, duration: 600 }),
  /** Successful logins, per account, from any address. */
  loggedInAccount: new RateLimiterMemory({ keyPrefix: 'logged-in-account', points: 60, duration: 600 }),
  /** New accounts, per address. */
  signUp: new RateLimiterMemory({ keyPrefix: 'sign-up', points: 10, duration: 3600 }),
  /** Wrong current passwords when changing settings, per user. */
  password: new RateLimiterMemory({ keyPrefix: 'password', points: 5, duration: 600 }),
  /** Links tried and emails requested, per address. */
  link: new RateLimiterMemory({ keyPrefix: 'link', points: 20, duration: 3600 }),
  /** Emails with links, and test emails, to one recipient, whoever requests them. */
  mail: new RateLimiterMemory({ keyPrefix: 'mail', points: 5, duration: 3600 }),
  /** Notices to one recipient that someone signed up with their address; apart, so that links cannot use it up. */
  signUpNotice: new RateLimiterMemory({ keyPrefix: 'sign-up-notice', points: 5, duration: 3600 }),
  /** Uploaded pictures, per address: each keeps a core busy for seconds. */
  upload: new RateLimiterMemory({ keyPrefix: 'upload', points: 60, duration: 600 }),
};

type Limit = keyof typeof limiters;

/**
 * @param key the client's address, or whatever else the limit counts by
 * @throws ProtocolError RATE_LIMITED when the limit is reached
 */
export async function spend(limit: Limit, key: string): Promise<void> {
  try {
    await limiters[limit].consume(counted(key));
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? new ProtocolError('RATE_LIMITED') : refusal;
  }
}

/** Returns the points of an attempt that does not count. */
export async function refund(limit: Limit, key: string): Promise<void> {
  await limiters[limit].reward(counted(key));
}

/** Rejects an address that has reached the limit, without counting this attempt. */
export async function refuseIfSpent(limit: Limit, key: string): Promise<void> {
  const state = await limiters[limit].get(counted(key));
  if (state && state.remainingPoints <= 0) throw new ProtocolError('RATE_LIMITED');
}

/** An IPv6 /64 counts as one client: one customer has at least that (RFC 6177). Other keys count as they are. */
function counted(key: string): string {
  if (!isIP(key)) return key;
  const address = ipaddr.process(key);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
