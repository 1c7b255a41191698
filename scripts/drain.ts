import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { openDatabase } from '#db/client.ts';
import { MEDIA_NODE_DRAIN, MEDIA_NODE_DRAINING, mediaNode } from '#db/schema/index.ts';
import { loadEnvFile } from './stack/settings.ts';

/**
 * `npm run drain -- NODE`: makes the media server with that MEDIA_NODE_ID take no more rooms, and move its calls to
 * others after its MEDIA_DRAIN_SECONDS. It keeps running, to be stopped or restarted.
 */
const TRIES = 10;
const TRY_MS = 1_000;

loadEnvFile();
const [id] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
if (!id || !url) {
  console.error('Usage: npm run drain -- NODE, with DATABASE_URL set');
  process.exit(2);
}

const db = openDatabase(url);
console.log(await drain(id));
await db.$client.end();

async function drain(node: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [row] = await db.select().from(mediaNode).where(eq(mediaNode.id, node));
    if (!row) return refuse(`No media server is called ${node}.`);
    if (row.load === MEDIA_NODE_DRAINING) return `${node} takes no more rooms.`;
    // Repeated, as it receives nothing while it has no connection to the database.
    await db.execute(sql`select pg_notify(${MEDIA_NODE_DRAIN}, ${node})`);
    await setTimeout(TRY_MS);
  }
  return refuse(`${node} does not react.`);
}

function refuse(reason: string): string {
  process.exitCode = 1;
  return reason;
}
