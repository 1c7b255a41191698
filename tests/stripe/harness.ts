import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { parseEnvironment } from '#sandbox/stripe/env.ts';
import { startSandbox } from '#sandbox/stripe/server.ts';

export const KEY = 'sk_sandbox_0123456789abcdef';
export const WEBHOOK_SECRET = `whsec_${'a'.repeat(32)}`;
export const ACCOUNTS_SECRET = `whsec_${'b'.repeat(32)}`;

/** A delivery to the site's webhooks. */
interface Delivered {
  path: string;
  signature: string;
  body: string;
}

export interface Running {
  stripe: Stripe;
  apiPort: number;
  pagesPort: number;
  /** In order of arrival. */
  delivered: Delivered[];
  /** The types of delivered events. */
  types(): string[];
  /** Sets the status of the webhooks' next responses. */
  answerWith(status: number): void;
  /** `POST /_sandbox/NAME`. @returns the response's body @throws if it is refused */
  control(name: string, params?: object): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** The site's origin, for return URLs; nothing listens there. */
export const SITE = 'http://127.0.0.1:9';

/** Starts a sandbox, and a site that receives its events. Both stop when the test ends. */
export async function start(settings: Record<string, string> = {}): Promise<Running> {
  const running = await startSite(settings);
  onTestFinished(running.close);
  return running;
}

/** As `start`, but runs until it is closed. */
export async function startSite(settings: Record<string, string> = {}): Promise<Running> {
  const delivered: Delivered[] = [];
  let status = 200;
  const site = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      delivered.push({ path: request.url ?? '', signature, body });
      response.writeHead(status).end();
    });
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const sandbox = await startSandbox(
    parseEnvironment({
      SANDBOX_API_PORT: '0',
      SANDBOX_PAGES_PORT: '0',
      HOST: '127.0.0.1',
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_ACCOUNTS_SECRET: ACCOUNTS_SECRET,
      SANDBOX_WEBHOOK_ORIGIN: `http://127.0.0.1:${port}`,
      ...settings,
    }),
  );
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await sandbox.close();
    site.close();
    site.closeAllConnections();
  };
  return {
    ...sandbox,
    stripe: clientOf(sandbox.apiPort),
    delivered,
    types: () => delivered.map(({ body }) => String(JSON.parse(body).type)),
    answerWith(wanted) {
      status = wanted;
    },
    async control(name, params = {}) {
      const response = await fetch(`http://127.0.0.1:${sandbox.apiPort}/_sandbox/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(JSON.stringify(answer));
      return answer;
    },
    close,
  };
}

/** A Stripe client configured as the site's. */
export function clientOf(port: number, key = KEY): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
  });
}

/** Submits a form as a browser without JavaScript, without following redirects. */
export async function submit(url: string, form: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return answerOf(response, url);
}

export async function visit(url: string, language = 'en') {
  return answerOf(await fetch(url, { redirect: 'manual', headers: { 'accept-language': language } }), url);
}

async function answerOf(response: Response, url: string) {
  const location = response.headers.get('location');
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    /** Target of the redirect, or null. */
    to: location === null ? null : new URL(location, url).href,
  };
}

export const GOOD_CARD = { number: '4242 4242 4242 4242', month: '12', year: '40', cvc: '123', name: 'Ana' };

export function newCustomer(stripe: Stripe) {
  return stripe.customers.create({ email: 'ana@example.org', name: 'Ana', preferred_locales: ['es'] });
}

/** Creates a payout account, ready for transfers unless `isReady` is false. */
export async function newAccount(running: Pick<Running, 'stripe' | 'control'>, isReady = true) {
  const account = await running.stripe.v2.core.accounts.create({
    contact_email: 'eva@example.org',
    display_name: 'Eva',
    dashboard: 'express',
    identity: { country: 'es', entity_type: 'individual' },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: {
      locales: ['es-ES'],
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
  });
  if (isReady) {
    const ready = { transfers: 'active', payouts: 'active', due: [] };
    await running.control('account', { account: account.id, ...ready });
  }
  return account.id;
}

export function setupSession(stripe: Stripe, customer: string, locale: 'en' | 'es' | 'auto' = 'en') {
  return stripe.checkout.sessions.create({
    mode: 'setup',
    ui_mode: 'hosted_page',
    customer,
    currency: 'eur',
    allowed_payment_method_types: ['card'],
    locale,
    success_url: `${SITE}/saved?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${SITE}/cancelled`,
    setup_intent_data: { metadata: { user: '1' } },
  });
}

/** Saves a card through Checkout. @returns its payment method's id */
export async function savedCard(stripe: Stripe, customer: string, number = GOOD_CARD.number) {
  const session = await setupSession(stripe, customer);
  const answer = await submit(session.url ?? '', { ...GOOD_CARD, number });
  if (answer.to?.includes('/authenticate/')) await submit(answer.to, { answer: 'pass' });
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] });
  const setup = done.setup_intent;
  const method = typeof setup === 'object' ? setup?.payment_method : null;
  if (typeof method !== 'string') throw new Error('the card was not saved');
  return method;
}

/** A hold of 20.00 EUR, of which 3.00 are the platform's fee if there is a destination. */
export function heldPayment(stripe: Stripe, customer: string, payment_method: string, destination?: string) {
  return stripe.paymentIntents.create({
    amount: 2000,
    currency: 'eur',
    customer,
    payment_method,
    confirm: true,
    off_session: true,
    capture_method: 'manual',
    ...(destination && { application_fee_amount: 300, transfer_data: { destination } }),
    metadata: { payment: '1' },
    expand: ['latest_charge'],
  });
}
