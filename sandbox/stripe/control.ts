import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { z } from 'zod';
import { StripeError } from './errors.ts';
import { type Failures, failureSchema } from './failures.ts';
import { changeAccount, requireAccount } from './resources/accounts.ts';
import { decideDispute, openDispute, requireDispute, requireOpen } from './resources/disputes.ts';
import { renderPaymentMethod, requirePaymentMethod } from './resources/payment-methods.ts';
import { failRefund } from './resources/refunds.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxEvent } from './state.ts';

interface Reply {
  status: number;
  body: object;
}

type Handler = (sandbox: Sandbox, failures: Failures, params: unknown) => object | Promise<object>;

const clockSchema = z.strictObject({ advance: z.int().min(0).default(0) });

const eventsSchema = z.strictObject({
  /** Mode for new events. */
  mode: z.enum(['deliver', 'hold', 'drop']).optional(),
  /** How many times each new event is sent. */
  copies: z.int().min(1).max(10).optional(),
  /** Sends the held events now. With a seed, `shuffled` is the same order each time. */
  release: z.enum(['in-order', 'reversed', 'shuffled']).optional(),
  seed: z.int().min(0).default(1),
});

const disputeSchema = z.union([
  z.strictObject({
    charge: z.string(),
    reason: z.string().default('fraudulent'),
    status: z.enum(['needs_response', 'warning_needs_response']).default('needs_response'),
    amount: z.int().min(1).optional(),
  }),
  z.strictObject({ dispute: z.string(), decide: z.enum(['lost', 'warning_closed', 'won']) }),
]);

const cardSchema = z.strictObject({
  payment_method: z.string(),
  exp_month: z.int().min(1).max(12),
  exp_year: z.int().min(2000).max(2100),
});

const capability = z.enum(['active', 'pending', 'rejected', 'restricted', 'unsupported']);
const accountSchema = z.strictObject({
  account: z.string(),
  transfers: capability.optional(),
  payouts: capability.optional(),
  due: z.array(z.string()).optional(),
});

/** Commands of tests: `POST /_sandbox/NAME` with a JSON object. */
const HANDLERS: Record<string, Handler> = {
  /** `{advance}` seconds. Answers `{now}`. */
  clock(sandbox, _failures, params) {
    sandbox.clock.advance(clockSchema.parse(params).advance);
    sandbox.passTime();
    return { now: sandbox.clock.now() };
  },
  /** Answers `{held, accepted}`, two numbers, after the attempts to send the released events. */
  async events({ delivery }, _failures, params) {
    const { mode, copies, release, seed } = eventsSchema.parse(params);
    if (copies !== undefined) delivery.copies = copies;
    if (mode !== undefined) delivery.mode = mode;
    // Events are queued once the request that caused them is answered.
    await new Promise((resolve) => setImmediate(resolve));
    const accepted = release ? await delivery.release((events) => ordered(events, release, seed)) : 0;
    return { held: delivery.held.length, accepted };
  },
  /** See `failureSchema`. */
  fail(_sandbox, failures, params) {
    failures.add(failureSchema.parse(params));
    return {};
  },
  /** Removes all failures. */
  repair(_sandbox, failures) {
    failures.clear();
    return {};
  },
  /** Changes Stripe's assessment of an account. */
  account(sandbox, _failures, params) {
    const { account, ...standing } = accountSchema.parse(params);
    changeAccount(sandbox, requireAccount(sandbox, account), standing);
    return {};
  },
  /** Opens a dispute about a charge, or decides an open one. Answers `{dispute}`, its id. */
  dispute(sandbox, _failures, params) {
    const wanted = disputeSchema.parse(params);
    if ('charge' in wanted) return { dispute: openDispute(sandbox, wanted.charge, wanted).id };
    const dispute = requireDispute(sandbox, wanted.dispute);
    requireOpen(dispute, 'This dispute is decided.');
    decideDispute(sandbox, dispute, wanted.decide);
    return { dispute: dispute.id };
  },
  /** Gives a saved card a new expiry date, as when the bank reissues it. */
  card(sandbox, _failures, params) {
    const { payment_method, ...expiry } = cardSchema.parse(params);
    const method = requirePaymentMethod(sandbox, payment_method);
    Object.assign(method, expiry);
    sandbox.emit('payment_method.automatically_updated', renderPaymentMethod(sandbox, method));
    return {};
  },
  /** Makes the bank refuse a refund. */
  refund(sandbox, _failures, params) {
    failRefund(sandbox, z.strictObject({ fail: z.string() }).parse(params).fail);
    return {};
  },
  /** Answers `{customers, accounts}`: the number of each. */
  count({ state: { customers, accounts } }) {
    return { customers: Object.keys(customers).length, accounts: Object.keys(accounts).length };
  },
  /** Resets all state, including the clock. */
  reset(sandbox, failures) {
    sandbox.reset();
    failures.clear();
    return {};
  },
};

/**
 * Answers a test. Needs no key, as it listens on this machine only; cross-site requests from a browser are refused by
 * their content type or host name.
 */
export async function control(
  sandbox: Sandbox,
  failures: Failures,
  { method, url = '', headers }: IncomingMessage,
  body: string,
): Promise<Reply> {
  const name = url.slice('/_sandbox/'.length);
  const handler = Object.hasOwn(HANDLERS, name) ? HANDLERS[name] : undefined;
  if (method !== 'POST' || !handler) return { status: 404, body: { error: `There is no POST ${url}` } };
  if (headers['content-type'] !== 'application/json' || headers.origin || !isLocal(headers.host)) {
    return { status: 403, body: { error: 'Send JSON, from this machine, and not from a page' } };
  }
  try {
    return { status: 200, body: await handler(sandbox, failures, JSON.parse(body || '{}')) };
  } catch (error) {
    const known = error instanceof z.ZodError || error instanceof SyntaxError || error instanceof StripeError;
    if (!known) throw error;
    return { status: 400, body: { error: error.message } };
  }
}

function isLocal(host = ''): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === 'localhost' || (isIP(name) === 4 && name.startsWith('127.'));
}

function ordered(events: SandboxEvent[], order: string, seed: number): SandboxEvent[] {
  if (order === 'in-order') return events;
  if (order === 'reversed') return events.reverse();
  // Numerical Recipes' linear congruential generator, sufficient for shuffling.
  let random = seed;
  const keyed = events.map((event) => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return { event, random };
  });
  return keyed.sort((a, b) => a.random - b.random).map(({ event }) => event);
}
