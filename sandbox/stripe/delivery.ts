import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import type { Environment } from './env.ts';
import type { SandboxEvent } from './state.ts';

/** Pauses between attempts, doubling from the first to the last. In real time, not the sandbox's. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 5 * 60_000;
/** With these pauses, an unavailable webhook is retried for more than a day. */
const MAX_ATTEMPTS = 300;
const TIMEOUT_MS = 10_000;

type Settings = Pick<
  Environment,
  'SANDBOX_WEBHOOK_ORIGIN' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_ACCOUNTS_SECRET' | 'STRIPE_SECRET_KEY'
>;

/** Treatment of new events. Held ones wait until they are released. */
export type Mode = 'deliver' | 'hold' | 'drop';

/** Sends events to the web server, signed like Stripe's, and retries until they are accepted. */
export class Delivery {
  mode: Mode = 'deliver';
  /** How many times each event is sent. */
  copies = 1;
  readonly #settings: Settings;
  readonly #stripe: Stripe;
  #held: SandboxEvent[] = [];
  #stopped = new AbortController();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#stripe = new Stripe(settings.STRIPE_SECRET_KEY);
  }

  get held(): readonly SandboxEvent[] {
    return this.#held;
  }

  /** Queues a new event according to the mode. */
  take(event: SandboxEvent): void {
    if (this.mode === 'hold') this.#held.push(event);
    if (this.mode === 'deliver') for (let copy = 0; copy < this.copies; copy++) void this.#keepTrying(event);
  }

  /**
   * Sends the held events, one after another.
   * @param order sorts the held events
   * @returns how many of the attempts were accepted; the others are retried later
   */
  async release(order: (events: SandboxEvent[]) => SandboxEvent[]): Promise<number> {
    const events = order(this.#held.splice(0)).flatMap((event) => Array(this.copies).fill(event));
    let accepted = 0;
    for (const event of events) {
      if (await this.#send(event)) accepted++;
      else void this.#keepTrying(event, FIRST_PAUSE_MS);
    }
    return accepted;
  }

  /** Drops all events and resets the mode. */
  reset(): void {
    this.stop();
    this.#stopped = new AbortController();
    this.#held = [];
    this.mode = 'deliver';
    this.copies = 1;
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #keepTrying(event: SandboxEvent, firstPause = 0): Promise<void> {
    const { signal } = this.#stopped;
    let pause = firstPause;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      // The sleep rejects when stopped.
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted || (await this.#send(event))) return;
      pause = Math.min(LAST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pause * 2));
    }
  }

  /** One attempt. @returns whether the webhook answered with a 2xx status */
  async #send(event: SandboxEvent): Promise<boolean> {
    const { SANDBOX_WEBHOOK_ORIGIN, STRIPE_WEBHOOK_SECRET, STRIPE_ACCOUNTS_SECRET } = this.#settings;
    const [path, secret] =
      event.kind === 'snapshot'
        ? ['/api/stripe/webhook', STRIPE_WEBHOOK_SECRET]
        : ['/api/stripe/accounts', STRIPE_ACCOUNTS_SECRET];
    const { payload } = event;
    const signature = this.#stripe.webhooks.generateTestHeaderString({ payload, secret });
    const accepted = await post(new URL(path, SANDBOX_WEBHOOK_ORIGIN), payload, {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signature,
    });
    if (accepted) event.delivered = true;
    return accepted;
  }
}

/** @returns whether the answer arrived in time with a success status */
function post(url: URL, body: string, headers: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    // Connects to the web server's address on this machine; its certificate may be self-signed.
    const options: RequestOptions & { rejectUnauthorized: boolean } = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      timeout: TIMEOUT_MS,
      rejectUnauthorized: false,
    };
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      const status = response.statusCode ?? 0;
      response.resume();
      response.on('close', () => resolve(status >= 200 && status < 300));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
    request.end(body);
  });
}
