/**
 * `node scripts/connect-demo.ts`, with the web server's environment: gives the demo's streamers accounts in the payment
 * sandbox, so that they can be booked.
 */
import { and, eq, isNull, like } from 'drizzle-orm';
import { z } from 'zod';
import { openDatabase } from '#db/client.ts';
import { payoutAccount, role, user } from '#db/schema/index.ts';
import { DEMO_ADDRESSES } from '#db/seed/demo/index.ts';
import { connectPayouts } from './stack/connect-payouts.ts';

const env = z
  .object({ DATABASE_URL: z.string(), STRIPE_SECRET_KEY: z.string(), STRIPE_API_PORT: z.string() })
  .parse(process.env);
const db = openDatabase(env.DATABASE_URL);
const streamers = await db
  .select({ id: user.id })
  .from(user)
  .innerJoin(role, and(eq(role.userId, user.id), eq(role.rolename, 'PRODUCER')))
  .leftJoin(payoutAccount, eq(payoutAccount.userId, user.id))
  .where(and(like(user.email, `%${DEMO_ADDRESSES}`), isNull(payoutAccount.id)));
for (const { id } of streamers) await connectPayouts(db, env, id);
await db.$client.end();
