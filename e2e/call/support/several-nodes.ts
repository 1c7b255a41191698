import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { ensureWorker } from '#scripts/media-worker/worker.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { MediaProcess } from '#tests/support/servers/media-process.ts';

export type SeveralNodes = { origin: string; db: Database; media: MediaProcess[]; stop(): Promise<void> };

/** Starts a site with several media servers. @param settings additional variables by the media server's id */
export async function startNodes(settings: Record<string, Record<string, string>>): Promise<SeveralNodes> {
  process.env.MEDIASOUP_WORKER_BIN ??= await ensureWorker(() => {});
  const cluster = await startTemporaryCluster();
  const databaseUrl = cluster.url();
  await migrateDatabase(databaseUrl);
  const ticketSecret = randomBytes(32).toString('base64url');
  const media = await Promise.all(
    Object.entries(settings).map(([id, env]) => MediaProcess.start({ id, databaseUrl, ticketSecret, env })),
  );
  const MEDIA_URL = media.map(({ url }) => url).join(',');
  const web = await startWebServer(databaseUrl, { TICKET_SECRET: ticketSecret, MEDIA_URL });
  const db = openDatabase(databaseUrl);
  return {
    origin: web.url,
    db,
    media,
    async stop() {
      await Promise.all([web, ...media].map((server) => server.stop()));
      await db.$client.end();
      await cluster.stop();
    },
  };
}
