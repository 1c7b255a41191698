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

/** A site in this process, with a database, a payment sandbox and a clock of its own. */
export type World = {
  /** Of the test: it does not die when the site does. */
  db: Database;
  product: Product;
  sandbox: PaymentSandbox;
  /** Kills the site. */
  fuse: Fuse;
  /** How often something came to pass, to see that histories are worth something. */
  seen: Map<string, number>;
  stop(): Promise<void>;
};

const DAY_MS = 24 * 60 * 60_000;
/** The newest test cards end in 2035: the sandbox, and with it its clock, begins anew before. */
const DAYS_AT_ONCE = 1_000;

/** Of the day on which the time began anew. */
let startedAt = 0;

/**
 * Starts one: the only one of this process, whose environment and clock it changes.
 * @param url of a database that is migrated and that no one else uses
 * @param mails a folder
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
  // Makes the queues; a history does the jobs itself.
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
  // It is up for ever.
  await moved.insert(mediaNode).values({ id: 'node', heartbeatAt: new Date('2200-01-01') });
  return world;
}

/**
 * Before a history: nothing waits that is not its own. The sandbox starts empty before its cards are too old.
 * @param anew also if the last one has failed, and left what it may
 */
export async function tidy(world: World, anew: boolean): Promise<void> {
  const { db, fuse, sandbox } = world;
  fuse.putOut();
  await sandbox.control('repair', {});
  await sandbox.control('events', { mode: 'hold', release: 'in-order' });
  await db.execute(sql`delete from pgboss.job`);
  if (anew || Date.now() - startedAt > DAYS_AT_ONCE * DAY_MS) await beginAnew(world);
}

async function beginAnew({ db, sandbox }: World): Promise<void> {
  await setTime(db, 0);
  startedAt = Date.now();
  await sandbox.control('reset', {});
  // Events come when a history has them come.
  await sandbox.control('events', { mode: 'hold' });
  // Stripe takes what refunds and disputes cost from what the site has.
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

/** The site's two addresses for events. */
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
    // A connection that is kept may be closed as the next event comes, which is then sent later.
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
