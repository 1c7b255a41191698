import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { loadCatalogue, loadedCatalogue } from '#app/i18n/catalogues.ts';
import { LANGUAGES, type Language } from '#app/i18n/languages.ts';
import { translation } from '#app/i18n/use-translation.ts';
import type { Database } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { SAMPLES } from '#tests/support/contract/samples.ts';
import { makeUser } from '#tests/support/people/people.ts';
import { labelsIn } from '../labels.ts';
import { titleInWords } from './in-words.ts';
import type { Title } from './titles.server.ts';

const ID = /[\da-f]{8}-[\da-f]{4}/;

let db: Database;
let services: typeof import('./titles.server.ts') &
  typeof import('../admin-entity.server.ts') &
  typeof import('#app/entities/crud/crud.server.ts') &
  typeof import('../navigation/waiting.server.ts');
let owner: string;
const admin: SignedIn = {
  id: crypto.randomUUID(),
  sessionId: crypto.randomUUID(),
  confirmedAt: new Date(),
  authorities: new Set(['ADMINISTER']),
  secondFactorMissing: false,
};

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', await createTestDatabase());
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  vi.stubEnv('LOG_LEVEL', 'silent');
  services = {
    ...(await import('./titles.server.ts')),
    ...(await import('../admin-entity.server.ts')),
    ...(await import('#app/entities/crud/crud.server.ts')),
    ...(await import('../navigation/waiting.server.ts')),
  };
  ({ db } = await import('#app/platform/database.server.ts'));
  owner = await makeUser(db, { username: 'carla' });
  for (const language of LANGUAGES)
    if (!loadedCatalogue(language, 'admin')) await loadCatalogue(language, 'admin');
});
afterAll(() => db.$client.end());

const inWords = (title: Title | undefined, language: Language = 'en') =>
  title && titleInWords(title, labelsIn(language, translation(language, 'admin'), 'Europe/Madrid'));

async function titled(section: string) {
  const entity = services.adminEntity(section);
  const id = await SAMPLES[entity.name].make(db, owner);
  return services.titleOf(entity, await services.readRow(entity, admin, id));
}

describe('a title', () => {
  it('has words instead of ids, in every section and language', async () => {
    for (const { name } of services.ADMIN_ENTITIES) {
      const title = await titled(name);
      for (const language of LANGUAGES) {
        const words = inWords(title, language);
        expect([name, words]).toEqual([name, expect.stringMatching(/\S/)]);
        expect(words).not.toMatch(ID);
        expect(words).not.toMatch(/\{\{|Untitled|Sin título/);
      }
    }
  });

  it('says who, with whom and when, in the reader’s language and time zone', async () => {
    const booking = await titled('booking');
    expect(inWords(booking)).toMatch(/^carla with \S+, 2 Aug 2027, \d\d:00$/);
    expect(inWords(booking, 'es')).toMatch(/^carla con \S+, 2 ago 2027, \d\d:00$/);
    expect(inWords(await titled('payment'))).toMatch(/^€150\.00 from carla to \S+, /);
  });
});

it('reads the titles of all rows that a page refers to in the same number of queries, however many', async () => {
  const rowsAbout = async (count: number) => {
    const rows = [];
    for (let n = 0; n < count; n++) {
      const entity = n % 2 ? 'booking' : 'complaint';
      rows.push({ entity, rowId: await SAMPLES[entity].make(db, owner), actorId: owner });
    }
    return rows;
  };
  const read = vi.spyOn(db, 'select');
  const queriesFor = async (count: number) => {
    const rows = await rowsAbout(count);
    read.mockClear();
    const columns = services.adminEntity('audit').view.columns;
    const titles = await services.titlesIn([...columns, { name: 'actorId', kind: 'user' }], rows);
    for (const { rowId, actorId } of rows) {
      expect(inWords(titles[rowId])).toMatch(/^carla (with|about) /);
      expect(inWords(titles[actorId])).toBe('carla');
    }
    return read.mock.calls.length;
  };
  expect(await queriesFor(10)).toBe(await queriesFor(2));
  read.mockRestore();
});

it('leaves out rows that no longer exist, and ids that are none', async () => {
  const rows = [
    { entity: 'booking', rowId: crypto.randomUUID() },
    { entity: 'booking', rowId: 'x' },
    { entity: 'nothing', rowId: owner },
  ];
  expect(await services.titlesIn([{ name: 'rowId', kind: 'anyRow' }], rows)).toEqual({});
});

it('counts what waits for an administrator', async () => {
  const before = await services.countWaiting();
  for (const section of ['inquiry', 'complaint', 'dispute'] as const) await SAMPLES[section].make(db, owner);
  const after = await services.countWaiting();
  for (const section of ['inquiry', 'complaint', 'dispute'] as const)
    expect([section, after[section] - before[section]]).toEqual([section, 1]);
  expect(after).toMatchObject({ payment: before.payment, subscription: before.subscription });
});
