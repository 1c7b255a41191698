import { sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { logger } from '#app/platform/log.server.ts';

/** 200 while this server and its database work. */
export async function loader() {
  try {
    await db.execute(sql`select 1`);
    return new Response('OK');
  } catch (error) {
    logger.error({ err: error }, 'healthcheck failed');
    return new Response('database unreachable', { status: 503 });
  }
}
