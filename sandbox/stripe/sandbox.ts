import Stripe from 'stripe';
import { Clock, isoTime } from './clock.ts';
import { Delivery } from './delivery.ts';
import type { Environment } from './env.ts';
import { newId } from './ids.ts';
import { emptyState } from './journal.ts';
import type { Due, SandboxEvent, State } from './state.ts';

/** How long Stripe keeps events and idempotent answers. */
const EVENT_DAYS = 30;
const ANSWER_HOURS = 24;
const [HOUR, DAY] = [3600, 24 * 3600];

/** Snapshot events sent by the sandbox: those the web server's webhook subscribes to. */
type SnapshotType =
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.updated'
  | 'charge.expired'
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'payment_intent.amount_capturable_updated'
  | 'payment_intent.canceled'
  | 'payment_intent.payment_failed'
  | 'payment_intent.succeeded'
  | 'payment_method.automatically_updated'
  | 'payment_method.detached'
  | 'refund.created'
  | 'refund.failed'
  | 'refund.updated'
  | 'transfer.reversed';

/** Thin events about accounts. */
type ThinType =
  | 'v2.core.account[configuration.recipient].capability_status_updated'
  | 'v2.core.account[requirements].updated'
  | 'v2.core.account.closed';

/** The API request being answered, as named in its events. */
interface Cause {
  id: string;
  idempotency_key: string | null;
}

/** Scheduled changes of objects, by kind. Each does nothing if the object has left the state concerned. */
export type WhenDue = Record<Due['what'], (sandbox: Sandbox, id: string) => void>;

/** Shared by all requests: state, clock, events and the URL of the hosted pages. */
export class Sandbox {
  readonly state: State;
  readonly clock: Clock;
  readonly delivery: Delivery;
  /** Set once the hosted pages have a port. */
  pagesPort = 0;
  /** Null during actions on a hosted page, and when time passes. */
  cause: Cause | null = null;
  readonly #whenDue: WhenDue;

  constructor(env: Environment, state: State, whenDue: WhenDue) {
    this.state = state;
    this.clock = new Clock(state);
    this.delivery = new Delivery(env);
    this.#whenDue = whenDue;
    for (const event of Object.values(state.events)) if (!event.delivered) this.delivery.take(event);
  }

  /**
   * URL of a hosted page.
   * @param returnUrl of the site that sends the person there: phones reach both by the same host name
   */
  pageUrl(path: string, returnUrl: string): string {
    return `http://${new URL(returnUrl).hostname}:${this.pagesPort}${path}`;
  }

  /** Sends an event with a copy of the object. @param previous_attributes former values of the changed attributes */
  emit(type: SnapshotType, object: object, previous_attributes?: object): void {
    const id = newId('evt');
    const created = this.clock.now();
    const payload = JSON.stringify({
      id,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created,
      data: { object, previous_attributes },
      livemode: false,
      pending_webhooks: 1,
      request: this.cause ?? { id: null, idempotency_key: null },
      type,
    });
    this.#take({ id, type, created, kind: 'snapshot', payload, delivered: false });
  }

  /** Sends an event that only names an account. */
  emitThin(type: ThinType, account: string, data?: Record<string, unknown>): void {
    const id = newId('evt_test');
    const created = this.clock.now();
    const payload = JSON.stringify({
      id,
      object: 'v2.core.event',
      type,
      created: isoTime(created),
      livemode: false,
      reason: this.cause ? { type: 'request', request: { ...this.cause } } : null,
      related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
    });
    this.#take({ id, type, created, kind: 'thin', payload, data, delivered: false });
  }

  /** Schedules a change. */
  due(what: Due['what'], id: string, at: number): void {
    const { due } = this.state;
    due.splice(due.findLastIndex((other) => other.at <= at) + 1, 0, { what, id, at });
  }

  /** Applies all due changes: sessions expire, old events and answers are deleted. */
  passTime(): void {
    const now = this.clock.now();
    const { due } = this.state;
    for (let next = due[0]; next && next.at <= now; next = due[0]) {
      due.shift();
      this.#whenDue[next.what](this, next.id);
    }
    forget(this.state.events, now - EVENT_DAYS * DAY);
    forget(this.state.answers, now - ANSWER_HOURS * HOUR);
  }

  reset(): void {
    this.delivery.reset();
    Object.assign(this.state, emptyState());
  }

  #take(event: SandboxEvent): void {
    this.state.events[event.id] = event;
    // Usually after the answer to the request that caused it. Stripe guarantees no order either.
    setImmediate(() => this.delivery.take(event));
  }
}

/** Deletes old rows; rows are in the order of their creation. */
function forget(rows: Record<string, { created: number }>, before: number): void {
  for (const id in rows) {
    if ((rows[id]?.created ?? before) >= before) return;
    delete rows[id];
  }
}
