import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACTIONS, type Action, type EntityName, PERMISSIONS } from '#app/entities/permissions.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/test-database.ts';
import { errorSchema } from '#protocol/errors.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { type Answer, Client } from '../support/client.ts';
import { bearer, makeUser, signIn } from '../support/people.ts';
import { SAMPLES } from '../support/samples.ts';

const PEOPLE = ['anonymous', 'owner', 'other', 'producer', 'admin'] as const;
type Person = (typeof PEOPLE)[number];

let server: WebServer;
let db: Database;
const ids = new Map<Person, string>();
const tokens = new Map<Person, string>();

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  server = await startWebServer(url);
  for (const person of PEOPLE) {
    if (person === 'anonymous') continue;
    const roles = { owner: [], other: [], producer: ['PRODUCER'], admin: ['ADMIN'] }[person];
    const id = await makeUser(db, {}, roles);
    ids.set(person, id);
    tokens.set(person, await signIn(db, id));
  }
});
afterAll(async () => {
  await server.stop();
  await db.$client.end();
});

function ask(person: Person, path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const token = tokens.get(person);
  return new Client(server.url).call(path, { method, body, headers: token ? bearer(token) : {} });
}

/** What the permission table allows: which rows of those that `make` makes for `owner`, or to create one. */
function isAllowed(entity: EntityName, action: Action, person: Person): boolean {
  const actions: Partial<Record<Action, Partial<Record<string, string>>>> = PERMISSIONS[entity];
  const grants = actions[action] ?? {};
  const scopes = [
    grants.anyone,
    person === 'anonymous' ? undefined : grants.user,
    person === 'admin' ? grants.admin : undefined,
  ];
  const isOwn = person === 'owner' || action === 'create';
  return scopes.some(
    (scope) =>
      scope === 'any' || (scope === 'own' && isOwn) || (scope === 'public' && SAMPLES[entity].isPublic),
  );
}

/** Whether the table gives this person any rows at all to do this with. */
function isOpen(entity: EntityName, action: Action, person: Person): boolean {
  const actions: Partial<Record<Action, Partial<Record<string, string>>>> = PERMISSIONS[entity];
  const { anyone, user, admin } = actions[action] ?? {};
  return Boolean(anyone || (person !== 'anonymous' && user) || (person === 'admin' && admin));
}

/** A refusal that says no more than it must: who may not see a row is not told that it is there. */
function refusal(entity: EntityName, action: Action, person: Person): string {
  if (!(action in PERMISSIONS[entity])) return '405 METHOD_NOT_ALLOWED';
  if (!isOpen(entity, action, person)) return person === 'anonymous' ? '401 NOT_SIGNED_IN' : '403 FORBIDDEN';
  return isAllowed(entity, 'read', person) ? '403 FORBIDDEN' : '404 NOT_FOUND';
}

async function attempt(entity: EntityName, action: Action, person: Person): Promise<Answer> {
  const sample = SAMPLES[entity];
  const path = `/api/${entity}`;
  if (action === 'create') return ask(person, path, 'POST', (await sample.body?.(db)) ?? {});
  const deletesOwner = entity === 'user' && action === 'delete';
  const owner = deletesOwner ? await makeUser(db) : idOf('owner');
  const row = `${path}/${await sample.make(db, owner)}`;
  if (action === 'read') return ask(person, row);
  if (action === 'update') {
    const { version } = z.object({ version: z.number().catch(1) }).parse((await ask('admin', row)).body);
    return ask(person, row, 'PUT', { ...sample.change, version });
  }
  if (!deletesOwner || person !== 'owner') return ask(person, row, 'DELETE');
  const headers = bearer(await signIn(db, owner));
  return new Client(server.url).call(row, { method: 'DELETE', headers });
}

function idOf(person: Person): string {
  const id = ids.get(person);
  if (!id) throw new Error(`${person} has no account`);
  return id;
}

const entities = Object.keys(SAMPLES).filter((name): name is EntityName => name in PERMISSIONS);

describe.each(entities)('%s', (entity) => {
  describe.each(ACTIONS)('%s', (action) => {
    it.each(PEOPLE)('by %s', async (person) => {
      const { status, body } = await attempt(entity, action, person);
      const expected = isAllowed(entity, action, person)
        ? action === 'create'
          ? '201'
          : '200'
        : refusal(entity, action, person);
      const code = status < 400 ? '' : ` ${errorSchema.parse(body).code}`;
      expect(`${status}${code}`).toBe(expected);
      // Only the owner and administrators see what is private.
      if (entity === 'user' && status === 200 && action === 'read') expect(body).toHaveProperty('email');
    });
  });

  it.each(PEOPLE)('is listed for %s as far as they may see it', async (person) => {
    const id = await SAMPLES[entity].make(db, idOf('owner'));
    const { status, body } = await ask(person, `/api/${entity}?size=100`);
    if (!isOpen(entity, 'read', person)) {
      expect(status).toBe(person === 'anonymous' ? 401 : 403);
      return;
    }
    expect(status).toBe(200);
    const { entities: rows } = z
      .object({ entities: z.array(z.object({ id: z.string().optional(), name: z.string().optional() })) })
      .parse(body);
    expect(rows.some((row) => row.id === id || row.name === id)).toBe(isAllowed(entity, 'read', person));
  });
});
