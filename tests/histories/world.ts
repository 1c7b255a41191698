import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#db/client.ts';
import { mediaNode } from '#db/schema/index.ts';
import { type PaymentSandbox, startPaymentSandbox } from '../support/servers/payment-sandbox.ts';
import { Fuse } from './crash.ts';
import { hurryStripe, moveDatabase, moveDates, restoreDates, setTime } from './moved-time.ts';

type Product = typeof import('./product.ts');

/** A site in this process, with its own database, payment sandbox and clock. */
export type World = {
  /** The test's own connection, which a simulated crash does not affect. */
  db: Database;
  product: Product;
  sandbox: PaymentSandbox;
  /** Crashes the site. */
  fuse: Fuse;
  /** How often each event happened, to show that the histories cover it. */
  seen: Map<string, number>;
  stop(): Promise<void>;
};

const DAY_MS = 24 * 60 * 60_000;
/** The newest test cards expire in 2035: the sandbox and its clock restart well before. */
const DAYS_AT_ONCE = 1_000;

/** The moved time of the last restart. */
let startedAt = 0;

/**
 * Starts the site. There can be only one per process: it changes the process's environment and clock.
 * @param url of a migrated database that nothing else uses
 * @param mails the folder for emails
 */
export async function startWorld(url: string, mails: string): Promise<World> {
  moveDates();
  hurryStripe();
  const db = openDatabase(url);
  await moveDatabase(db);
  await db.$client.end();
  const sandbox = await startPaymentSandbox();
  Object.assign(process.env, sandbox.env, {
    ...{
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: url,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
    },
    ...{ COOKIE_SECRET: 'c'.repeat(32), TICKET_SECRET: 't'.repeat(32), MAIL_FOLDER: mails },
  });
  const product = await import('./product.ts');
  // Creates the queues; a history runs the jobs itself.
  await (await product.startWorker(product.JOBS)).stop(0);
  const moved = openDatabase(url);
  await moved.execute(sql`delete from pgboss.job`);
  const world: World = {
    db: moved,
    product,
    sandbox,
    fuse: new Fuse(product.db),
    seen: new Map(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await Promise.all([moved, product.db].map(({ $client }) => $client.end({ timeout: 1 })));
      await sandbox.close();
      restoreDates();
    },
  };
  const server = await receiveEvents(world);
  // A heartbeat in the future, so that this media server never counts as down.
  await moved.insert(mediaNode).values({ id: 'node', heartbeatAt: new Date('2200-01-01') });
  return world;
}

/**
 * Clears what the last history left waiting. Restarts the sandbox before its cards expire.
 * @param always restarts it in any case: the last history failed and may have left anything
 */
export async function clearWorld(world: World, always: boolean): Promise<void> {
  const { db, fuse, sandbox } = world;
  fuse.putOut();
  await sandbox.control('repair', {});
  await sandbox.control('events', { mode: 'hold', release: 'in-order' });
  await db.execute(sql`delete from pgboss.job`);
  if (always || Date.now() - startedAt > DAYS_AT_ONCE * DAY_MS) await restartWorld(world);
}

async function restartWorld({ db, sandbox }: World): Promise<void> {
  await setTime(db, 0);
  startedAt = Date.now();
  await sandbox.control('reset', {});
  // Holds events until a history delivers them.
  await sandbox.control('events', { mode: 'hold' });
  // Gives the site a balance, from which Stripe takes the costs of refunds and disputes.
  await sandbox.stripe.paymentIntents.create({
    ...{ amount: 99_999_999, currency: 'eur', confirm: true, payment_method: 'pm_card_visa' },
    ...{ allowed_payment_method_types: ['card'], return_url: 'http://localhost/' },
  });
  await db.execute(sql`alter table ledger disable trigger ledger_kept`);
  await db.execute(
    sql`truncate "user", booking, call_request, payment, payout_account, stripe_customer, stripe_event cascade`,
  );
  await db.execute(sql`alter table ledger enable trigger ledger_kept`);
}

/** Serves the site's two webhook addresses for Stripe's events. */
async function receiveEvents({ product, sandbox }: World): Promise<Server> {
  const server = createServer((request, response) => {
    const take = async () => {
      const { url = '', headers } = request;
      const signature = String(headers['stripe-signature']);
      const init = {
        method: 'POST',
        body: await text(request),
        headers: { 'Stripe-Signature': signature },
      };
      const kind = url.endsWith('accounts') ? 'accounts' : 'payments';
      await product.receiveEvent(kind, new Request(new URL(url, 'http://localhost'), init));
    };
    // A kept connection could close just as the next event is sent, and the event would be repeated later.
    response.setHeader('Connection', 'close');
    take().then(
      () => response.end(),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(Number(sandbox.env.PORT), '127.0.0.1');
  await once(server, 'listening');
  return server;
}

export function see({ seen }: World, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}
