import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import process from 'node:process';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { stripeMode } from '#app/payments/stripe/client.server.ts';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { mailSender } from '#app/platform/mail/sender.server.ts';
import { storage } from '#app/platform/storage.server.ts';
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' };
import { MEDIA_NODE_DRAINING, MEDIA_NODE_STALE_MS, mediaNode } from '#db/schema/index.ts';
import packageJson from '#package.json' with { type: 'json' };

export type Installation = Awaited<ReturnType<typeof installation>>;

/** Configuration and health of the installation, for administrators; no secrets. */
export async function installation() {
  const sender = mailSender();
  return {
    version: packageJson.version,
    node: process.version,
    /** In s. */
    uptime: Math.round(process.uptime()),
    publicUrl: env.PUBLIC_URL ?? null,
    database: await database(),
    nodes: await mediaNodes(),
    storage: {
      bucket: env.S3_BUCKET ?? null,
      folder: env.S3_BUCKET ? null : resolve(env.STORAGE_FOLDER),
      works: await storageWorks(),
    },
    /** For cameras that stream by RTMP, and those that are pulled; null and empty if that is off. */
    cameras: { rtmp: env.RTMP_PORT ?? null, hosts: env.CAMERA_HOSTS },
    /** `LIVE`, `TEST` or `SANDBOX`; null if payments are off. */
    payments: stripeMode,
    mail: {
      // Host only: SMTP_URL may contain a password.
      host: env.SMTP_URL ? new URL(env.SMTP_URL).host : null,
      folder: env.SMTP_URL ? null : resolve(env.MAIL_FOLDER),
      from: `${sender.name} <${sender.address}>`,
    },
  };
}

const versionSchema = z.object({ version: z.string() });
const countSchema = z.object({ count: z.number() });

async function database() {
  const asked = performance.now();
  const [version] = await db.execute(sql`select current_setting('server_version') as version`);
  const ms = Math.round(performance.now() - asked);
  const [applied] = await db.execute(sql`select count(*)::int as count from drizzle.__drizzle_migrations`);
  return {
    version: versionSchema.parse(version).version,
    ms,
    migrations: { done: countSchema.parse(applied).count, all: journal.entries.length },
  };
}

async function mediaNodes() {
  const seconds = sql<number>`extract(epoch from now() - ${mediaNode.heartbeatAt})::int`;
  const rows = await db
    .select({ id: mediaNode.id, url: mediaNode.url, load: mediaNode.load, seconds })
    .from(mediaNode)
    .orderBy(mediaNode.id);
  return rows.map(({ load, ...row }) => ({
    ...row,
    /** Null while it drains: it takes no new rooms, and its row has no room count. */
    load: load === MEDIA_NODE_DRAINING ? null : load,
    isUp: row.seconds * 1000 <= MEDIA_NODE_STALE_MS,
  }));
}

/** Writes, reads and deletes a file. */
async function storageWorks(): Promise<boolean> {
  try {
    const disk = await storage();
    const path = `check-${randomBytes(8).toString('hex')}/check`;
    await disk.put(path, 'check');
    const works = (await disk.get(path)) === 'check';
    await disk.deleteAll(path.slice(0, path.indexOf('/')));
    return works;
  } catch (error) {
    logger.error({ err: error }, 'the storage does not work');
    return false;
  }
}
