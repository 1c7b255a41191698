import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { bearer, makeUser, signIn } from '../people/people.ts';
import { type Answer, type Call, Client } from './client.ts';

/** A web server with its own database and folder for pictures. */
export type Site = {
  server: WebServer;
  db: Database;
  databaseUrl: string;
  folder: string;
  stop(): Promise<void>;
};

/** @param env variables to set besides the folder */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const databaseUrl = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'panocall-files-'));
  const server = await startWebServer(databaseUrl, { STORAGE_FOLDER: folder, ...env });
  const db = openDatabase(databaseUrl);
  return {
    server,
    db,
    databaseUrl,
    folder,
    async stop() {
      await server.stop();
      await db.$client.end();
      await rm(folder, { recursive: true });
    },
  };
}

export type Person = { id: string; token: string };

export async function person(db: Database, roles: readonly string[] = []): Promise<Person> {
  const id = await makeUser(db, {}, roles);
  return { id, token: await signIn(db, id) };
}

/** A picture with some detail, as from a camera. */
export function picture(width = 400, height = 200) {
  const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 7919) % 251));
  return sharp(noise, { raw: { width: 64, height: 64, channels: 3 } }).resize(width, height, { fit: 'fill' });
}

/** Sends a request as a user, from an address with its own rate limits. */
export function send(
  site: Site,
  path: string,
  { as, headers, ...call }: Call & { as?: Person | null } = {},
): Promise<Answer> {
  return new Client(site.server.url).call(path, {
    ...call,
    headers: { ...(as && bearer(as.token)), ...headers },
  });
}

/** Uploads a file under any name and claimed type. */
export function upload(
  site: Site,
  path: string,
  as: Person | null,
  file: Uint8Array,
  {
    name = 'picture.jpg',
    type = 'image/jpeg',
    alt,
    isSphere,
  }: { name?: string; type?: string; alt?: string; isSphere?: string } = {},
): Promise<Answer> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(file)], { type }), name);
  if (alt !== undefined) body.set('alt', alt);
  if (isSphere !== undefined) body.set('isSphere', isSphere);
  return send(site, path, { as, method: 'POST', body });
}
