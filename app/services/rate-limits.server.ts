import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProtocolError } from '#media-server/protocol/errors.ts';

/** Per client address and web process. */
const limiters = {
  /** New rooms. */
  ticket: new RateLimiterMemory({ keyPrefix: 'ticket', points: 30, duration: 600 }),
  /** Seats taken with a good code, reconnects among them. */
  seat: new RateLimiterMemory({ keyPrefix: 'seat', points: 120, duration: 600 }),
  /** Wrong room codes: 20 in 5 minutes, against 23⁹ codes that live for 5 minutes. */
  wrongCode: new RateLimiterMemory({ keyPrefix: 'wrong-code', points: 20, duration: 300 }),
  /** Rows made by people without an account: messages, subscriptions. */
  anonymousRow: new RateLimiterMemory({ keyPrefix: 'anonymous-row', points: 20, duration: 600 }),
};

type Limit = keyof typeof limiters;

/** @throws ProtocolError RATE_LIMITED when the address has used up what it may */
export async function spend(limit: Limit, address: string): Promise<void> {
  try {
    await limiters[limit].consume(address);
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? new ProtocolError('RATE_LIMITED') : refusal;
  }
}

/** Refuses an address that has already used up its wrong codes, without counting this one. */
export async function refuseIfSpent(limit: Limit, address: string): Promise<void> {
  const state = await limiters[limit].get(address);
  if (state && state.remainingPoints <= 0) throw new ProtocolError('RATE_LIMITED');
}
