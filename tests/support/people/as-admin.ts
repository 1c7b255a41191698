import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { errorSchema } from '#protocol/errors.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { type Answer, Client } from '../servers/client.ts';
import { bearer, makeUser, signIn } from './people.ts';

export const rowSchema = z.looseObject({ id: z.string(), version: z.number() });
export const listSchema = z.object({
  entities: z.array(z.looseObject({ id: z.string(), name: z.string().optional() })),
  total: z.number(),
  page: z.number(),
  size: z.number(),
});

type Options = {
  method?: string;
  body?: unknown;
  /** An empty token sends the request without a log-in. */
  token?: string;
  on?: WebServer;
};

/** A web server with its own database, and an administrator to send requests. */
export class AdminSite {
  readonly server: WebServer;
  readonly url: string;
  readonly db: Database;
  readonly adminId: string;
  readonly token: string;

  private constructor(server: WebServer, url: string, db: Database, adminId: string, token: string) {
    this.server = server;
    this.url = url;
    this.db = db;
    this.adminId = adminId;
    this.token = token;
  }

  /** @param env variables of the server, besides the defaults */
  static async start(env: Record<string, string> = {}): Promise<AdminSite> {
    const url = await createTestDatabase();
    const db = openDatabase(url);
    const server = await startWebServer(url, env);
    const adminId = await makeUser(db, {}, ['ADMIN']);
    return new AdminSite(server, url, db, adminId, await signIn(db, adminId));
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.db.$client.end();
  }

  /** @param path below /api */
  ask(path: string, { method, body, token = this.token, on = this.server }: Options = {}): Promise<Answer> {
    return new Client(on.url).call(`/api/${path}`, { method, body, headers: token ? bearer(token) : {} });
  }

  async make(entity: string, body: unknown): Promise<z.infer<typeof rowSchema>> {
    const answer = await this.ask(entity, { body });
    if (answer.status !== 201) throw new Error(`${entity}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return rowSchema.parse(answer.body);
  }
}

/** The parts of an error response that tests compare. */
export function errorOf({ status, body }: Answer) {
  const { code, fields } = errorSchema.parse(body);
  return { status, code, fields: fields?.map(({ path }) => path) };
}
