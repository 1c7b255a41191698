import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { z } from 'zod';
import { startSandbox } from '#sandbox/stripe/server.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { connectPayouts } from '#scripts/stack/connect-payouts.ts';
import type { Answer } from './client.ts';
import { type Person, type Site, send, startSite } from './site.ts';

/** A payment sandbox for one web server. */
export type PaymentSandbox = {
  /** Variables for the web server. */
  env: { STRIPE_SECRET_KEY: string; STRIPE_API_PORT: string; PORT: string } & Record<string, string>;
  /** Calls the sandbox's control for tests. */
  control: (name: string, params: object) => Promise<unknown>;
  secrets: { webhook: string; accounts: string };
  /** A client with the site's key. */
  stripe: Stripe;
  close: () => Promise<void>;
};

/** Starts a sandbox. Start its web server with its `env`, which contains a free port. */
export async function startPaymentSandbox(): Promise<PaymentSandbox> {
  const port = String(await freePort());
  const secret = () => `whsec_${randomBytes(24).toString('hex')}`;
  const secrets = { webhook: secret(), accounts: secret() };
  const keys = {
    STRIPE_SECRET_KEY: `sk_sandbox_${randomBytes(24).toString('hex')}`,
    STRIPE_WEBHOOK_SECRET: secrets.webhook,
    STRIPE_ACCOUNTS_SECRET: secrets.accounts,
  };
  const { apiPort, close } = await startSandbox({
    ...keys,
    SANDBOX_API_PORT: 0,
    SANDBOX_PAGES_PORT: 0,
    HOST: '127.0.0.1',
    SANDBOX_WEBHOOK_ORIGIN: `http://127.0.0.1:${port}`,
    SANDBOX_FOLDER: null,
  });
  return {
    env: { ...keys, PORT: port, STRIPE_API_PORT: String(apiPort) },
    secrets,
    stripe: new Stripe(keys.STRIPE_SECRET_KEY, { host: '127.0.0.1', port: apiPort, protocol: 'http' }),
    async control(name, params) {
      const response = await fetch(`http://127.0.0.1:${apiPort}/_sandbox/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(params),
      });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
    close,
  };
}

export type Payments = Site & { sandbox: PaymentSandbox };

/** Starts a site with its own payment sandbox. */
export async function startPayments(env: Record<string, string> = {}): Promise<Payments> {
  const sandbox = await startPaymentSandbox();
  const site = await startSite({ ...sandbox.env, ...env });
  return {
    ...site,
    sandbox,
    async stop() {
      await site.stop();
      await sandbox.close();
    },
  };
}

const TEST_CARD = '4242424242424242';

/**
 * Submits a form on a page of the sandbox, without JavaScript.
 * @returns the URL it redirects to
 */
export async function fillIn(url: string, fields: Record<string, string>): Promise<string> {
  const page = await fetch(url, { redirect: 'follow' });
  const response = await fetch(page.url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  const to = response.headers.get('Location');
  if (!to) throw new Error(`${page.url} leads nowhere: ${(await response.text()).slice(0, 2000)}`);
  return new URL(to, page.url).href;
}

/** Enters a card in Checkout. @returns the URL it redirects to */
export function giveCard(url: string, number = TEST_CARD): Promise<string> {
  return fillIn(url, { number, month: '12', year: '2035', cvc: '123', name: 'Ana' });
}

/** Connects a streamer's payouts. @returns the Stripe account: `acct_…` */
export const makePayable = ({ db, sandbox }: Payments, userId: string): Promise<string> =>
  connectPayouts(db, sandbox.env, userId);

/** Saves a card for a user whose email address is confirmed. */
export async function saveCard(site: Payments, as: Person, number = TEST_CARD): Promise<void> {
  const { body } = await send(site, '/api/card', { method: 'POST', as });
  const back = await giveCard(z.object({ url: z.string() }).parse(body).url, number);
  // Saving may redirect to the bank's page first.
  if (!back.startsWith(site.server.url)) await fillIn(back, { answer: 'pass' });
  await send(site, '/personal/payment?done=stripe', { as });
}

/** Pays for a booking with the saved card. */
export async function payFor(site: Payments, bookingId: string, as: Person): Promise<void> {
  const answer = await send(site, `/api/booking/${bookingId}/pay`, { as, body: {} });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Sends the site an event signed as by Stripe. @param timestamp of the signature, in seconds; default: now */
export function sendEvent(
  site: Site,
  path: string,
  event: object,
  secret: string,
  timestamp?: number,
): Promise<Answer> {
  const payload = JSON.stringify(event);
  const { webhooks } = new Stripe('sk_sandbox_none');
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const headers = { 'Stripe-Signature': signature, 'Content-Type': 'application/json' };
  return send(site, path, { method: 'POST', body: Buffer.from(payload), headers });
}
