import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACTIONS, type Action } from '#app/entities/permissions.ts';
import { ENTITIES, type EntityName } from '#app/entities/registry.server.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { errorSchema } from '#protocol/errors.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { SAMPLES } from '../../support/contract/samples.ts';
import {
  bearer,
  makeCall,
  makeStreamer,
  makeUser,
  setPassword,
  signIn,
} from '../../support/people/people.ts';
import { type Answer, Client } from '../../support/servers/client.ts';

/** The requesters: someone not logged in, a user, the row's owner, a streamer, an administrator. */
const PEOPLE = ['anonymous', 'user', 'owner', 'producer', 'admin'] as const;
type Person = (typeof PEOPLE)[number];
const COLUMNS = ['list', ...ACTIONS] as const;

/**
 * The generic API's expected responses: changing an entity's `permissions` requires changing its line here.
 * Each column has one letter per person, in the order of PEOPLE:
 * `y` allowed; in `list`: the row is in it
 * `-` in `list`: allowed, without the row
 * `l` 401, log in first
 * `f` 403, forbidden
 * `n` 404: does not reveal that an invisible row exists
 * `.` 405: no one may
 * `i` 400: allowed by a separate operation, which refuses the empty body
 * `o` 501: allowed by a separate operation, which needs payments to be on
 */
// biome-ignore format: a table
const EXPECTED: Record<EntityName, string> = {
  //                    list  read  creat updat delet
  user:                '--y-y nnyny lfffy lnyny lnyny',
  role:                'l-y-y lnyny lfffy ..... lfffy',
  city:                'yyyyy yyyyy lfffy lfffy lfffy',
  inquiry:             'l-y-y lnyny yyyyy lfffy lfffy',
  parameter:           'yyyyy yyyyy lfffy lfffy lfffy',
  channel:             'l-y-y lnyny ..... ..... .....',
  review:              'yyyyy yyyyy lyyyy lfyfy lfyfy',
  blog:                '----y nnnny lfffy lfffy lfffy',
  fragment:            'yyyyy yyyyy lfffy lfffy lfffy',
  subscription:        'lfffy lfffy yyyyy lfffy lfffy',
  'push-notification': 'l-y-- lnynn lyyyy ..... lnynn',
  'api-key':           'l-y-y lnyny liiii lnyny .....',
  'block-address':     'lfffy lfffy lfffy lfffy lfffy',
  audit:               'lfffy lfffy ..... ..... .....',
  'producer-setting':       'l-y-- lnynn lffyf lnynn lnynn',
  'availability-rule':      'l-y-- lnynn lffyf lnynn lnynn',
  'availability-exception': 'l-y-- lnynn lffyf lnynn lnynn',
  booking:                  'l-y-y lnyny liiii ..... .....',
  card:                     'l-y-- lnynn lffff ..... lnonn',
  payment:                  'l-y-y lnyny ..... ..... .....',
  dispute:                  'lfffy lfffy ..... ..... .....',
  stream:                   'l-y-y lnyny ..... ..... .....',
  complaint:                'l-y-y lnyny ..... ..... .....',
  webhook:                  'l-y-- lnynn liiii lnynn lnynn',
  'role-name':         'yyyyy yyyyy ..... ..... .....',
  authority:           'yyyyy yyyyy ..... ..... .....',
  'video-quality':     'yyyyy yyyyy ..... ..... .....',
  language:            'yyyyy yyyyy ..... ..... .....',
  currency:            'yyyyy yyyyy ..... ..... .....',
  country:             'yyyyy yyyyy ..... ..... .....',
  'camera-type':       'yyyyy yyyyy ..... ..... .....',
  'channel-status':    'yyyyy yyyyy ..... ..... .....',
};

/** The responses for a row visible to everyone, for entities whose `make` in SAMPLES creates one that is not. */
const EXPECTED_OF_PUBLIC = [
  ['user', 'yyyyy yyyyy lfffy lfyfy lfyfy'],
  ['review', 'yyyyy yyyyy lyyyy lfyfy lfyfy'],
  ['blog', 'yyyyy yyyyy lfffy lfffy lfffy'],
] as const;

const REFUSALS: Record<string, string> = {
  l: '401 NOT_SIGNED_IN',
  f: '403 FORBIDDEN',
  n: '404 NOT_FOUND',
  '.': '405 METHOD_NOT_ALLOWED',
  o: '501 PAYMENTS_OFF',
  i: '400 INVALID_DATA',
};

let server: WebServer;
let db: Database;
const tokens = new Map<Person, string>();
const ids = new Map<Person, string>();

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  server = await startWebServer(url);
  for (const [person, roles] of [
    ['user', []],
    ['producer', ['PRODUCER']],
    ['admin', ['ADMIN']],
  ] as const) {
    const id = await makeUser(db, {}, roles);
    ids.set(person, id);
    tokens.set(person, await signIn(db, id));
  }
});
afterAll(async () => {
  await server.stop();
  await db.$client.end();
});

/** Creates a row with a new owner. */
async function makeRow(entity: EntityName, isPublic: boolean): Promise<string> {
  const owner = await makeUser(db);
  ids.set('owner', owner);
  tokens.set('owner', await signIn(db, owner));
  if (entity === 'user') await setPassword(db, owner);
  const { make, makePublic } = SAMPLES[entity];
  const makeIt = isPublic ? makePublic : make;
  if (!makeIt) throw new Error(`${entity} has no sample that everyone may see`);
  return makeIt(db, owner);
}

function ask(person: Person, path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const token = tokens.get(person);
  return new Client(server.url).call(path, { method, body, headers: token ? bearer(token) : {} });
}

const newUser = () => makeUser(db);

/** Creates a streamer, whom the person has called if they have an account. */
async function newStreamer(person: Person): Promise<string> {
  const id = await makeStreamer(db, await newUser());
  const caller = ids.get(person);
  if (caller) await makeCall(db, id, caller);
  return id;
}

async function attempt(entity: EntityName, id: string, action: Action, person: Person): Promise<Answer> {
  const { body, change, deletion } = SAMPLES[entity];
  const row = `/api/${entity}/${id}`;
  if (action === 'read') return ask(person, row);
  if (action === 'delete') return ask(person, row, 'DELETE', deletion);
  if (action === 'create') {
    return ask(person, `/api/${entity}`, 'POST', (await body?.(newUser, () => newStreamer(person))) ?? {});
  }
  const { version } = z.object({ version: z.number().catch(1) }).parse((await ask('admin', row)).body);
  return ask(person, row, 'PUT', { ...change, version });
}

const statusOf = ({ status, body }: Answer) =>
  status < 400 ? `${status}` : `${status} ${errorSchema.parse(body).code}`;

function testEntity(entity: EntityName, expected: string, isPublic: boolean): void {
  const columns = expected.split(' ');
  const letter = (column: (typeof COLUMNS)[number], person: Person) =>
    columns[COLUMNS.indexOf(column)]?.[PEOPLE.indexOf(person)];

  describe.each(ACTIONS)('%s', (action) => {
    it.each(PEOPLE)('by %s', async (person) => {
      const id = await makeRow(entity, isPublic);
      const answer = await attempt(entity, id, action, person);
      const allowed = action === 'create' ? '201' : '200';
      const expectation = letter(action, person) ?? '';
      expect(statusOf(answer)).toBe(expectation === 'y' ? allowed : REFUSALS[expectation]);
      if (entity === 'user' && action === 'read' && answer.status === 200) {
        expect(answer.body).toHaveProperty('username');
        const seesPrivate = person === 'owner' || person === 'admin';
        expect('email' in z.looseObject({}).parse(answer.body)).toBe(seesPrivate);
      }
    });
  });

  it.each(PEOPLE)('is listed for %s as far as they may see it', async (person) => {
    const id = await makeRow(entity, isPublic);
    const answer = await ask(person, `/api/${entity}?size=100`);
    const expectation = letter('list', person) ?? '';
    if (expectation in REFUSALS) {
      expect(statusOf(answer)).toBe(REFUSALS[expectation]);
      return;
    }
    expect(answer.status).toBe(200);
    const { entities } = z
      .object({ entities: z.array(z.object({ id: z.string().optional(), name: z.string().optional() })) })
      .parse(answer.body);
    expect(entities.some((row) => row.id === id || row.name === id)).toBe(expectation === 'y');
  });
}

describe.each(ENTITIES.map(({ name }) => name))('%s', (entity) => {
  testEntity(entity, EXPECTED[entity], false);
});

describe.each(EXPECTED_OF_PUBLIC)('%s visible to everyone', (entity, expected) => {
  testEntity(entity, expected, true);
});

it('covers each entity that has rows visible to everyone', () => {
  const withPublic = ENTITIES.filter(({ rows }) => rows?.public).map(({ name }) => name);
  expect(EXPECTED_OF_PUBLIC.map(([name]) => name)).toEqual(withPublic);
});
