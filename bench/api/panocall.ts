import { createHash, randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import { z } from 'zod';
import type { WebServer } from '#scripts/testing/web-server.ts';
import { httpClient } from '../http-client.ts';
import { type Contender, FIELDS, type Page, type Sample } from './contender.ts';

const versioned = z.object({ version: z.number() });

/** The generic API, used by an administrator with a session: each update is recorded in the audit trail. */
export async function panocall(
  sql: postgres.Sql,
  server: WebServer,
  { ids, short, long }: Sample,
  atOnce: number,
): Promise<Contender> {
  const ask = httpClient(server.url, atOnce);
  const headers = { Authorization: `Bearer ${await makeAdministrator(sql)}` };
  // An update needs its row's version, which here is that of the last update.
  const versions = new Map<string, number>();
  const list = ({ country, page }: Page) =>
    ask({ path: `/api/city?country=${country}&sort=name&size=20&page=${page}`, headers });
  return {
    name: 'Panocall',
    pids: [server.pid],
    list: () => list(short()),
    'long list': () => list(long()),
    read: () => ask({ path: `/api/city/${ids.any()}`, headers }),
    update: () =>
      ids.alone(async (id) => {
        const body = { latitude: Math.floor(Math.random() * 90), version: versions.get(id) ?? 1 };
        const row = await ask({ path: `/api/city/${id}`, method: 'PUT', headers, body });
        versions.set(id, versioned.parse(JSON.parse(row)).version);
      }),
  };
}

/** The same queries directly through the driver, without a server: the difference is the cost of the API. */
export function bareDriver(sql: postgres.Sql, { ids, short, long }: Sample): Contender {
  const columns = sql(FIELDS);
  const list = ({ country, page }: Page) =>
    Promise.all([
      sql`select ${columns} from city where country = ${country}
        order by name, id limit 20 offset ${(page - 1) * 20}`,
      sql`select count(*)::int from city where country = ${country}`,
    ]);
  return {
    name: 'bare driver',
    pids: [],
    list: () => list(short()),
    'long list': () => list(long()),
    read: () => sql`select ${columns} from city where id = ${ids.any()}`,
    update: () =>
      ids.alone(
        (id) => sql`update city set latitude = ${Math.floor(Math.random() * 90)}, updated_at = now()
          where id = ${id} returning ${columns}`,
      ),
  };
}

async function makeAdministrator(sql: postgres.Sql): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('base64url');
  const [row] = await sql`insert into "user" (username, urlname, email)
    values ('bench', 'bench', 'bench@example.org') returning id`;
  await sql`insert into role (user_id, rolename) values (${row?.id}, 'ADMIN')`;
  await sql`insert into session (user_id, token_hash, expires_at)
    values (${row?.id}, ${hash}, now() + interval '1 day')`;
  return token;
}
