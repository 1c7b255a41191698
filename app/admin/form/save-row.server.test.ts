import { eq } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import type { Database } from '#db/client.ts';
import { jobDatabase } from '#db/jobs.ts';
import { blog, session, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';

const admin: SignedIn = {
  id: crypto.randomUUID(),
  sessionId: crypto.randomUUID(),
  confirmedAt: new Date(),
  authorities: new Set(['ADMINISTER']),
  secondFactorMissing: false,
};
let db: Database;
let services: {
  adminEntity: typeof import('../admin-entity.server.ts').adminEntity;
  saveRow: typeof import('./save-row.server.ts').saveRow;
  refusalOf: typeof import('#app/forms/forms.server.ts').refusalOf;
  valuesOfRow: typeof import('../row-values.server.ts').valuesOfRow;
  detailPage: typeof import('../detail/detail.server.ts').detailPage;
  deleteWithUndo: typeof import('../list/deleted-rows.server.ts').deleteWithUndo;
  undelete: typeof import('../list/deleted-rows.server.ts').undelete;
};

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', await createTestDatabase());
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  vi.stubEnv('LOG_LEVEL', 'silent');
  services = {
    ...(await import('../admin-entity.server.ts')),
    ...(await import('./save-row.server.ts')),
    ...(await import('#app/forms/forms.server.ts')),
    ...(await import('../row-values.server.ts')),
    ...(await import('../detail/detail.server.ts')),
    ...(await import('../list/deleted-rows.server.ts')),
  };
  ({ db } = await import('#app/platform/database.server.ts'));
  // A new user is invited by email.
  await new PgBoss({ db: jobDatabase(db) }).createQueue('email-send');
});
afterAll(() => db.$client.end());

function form(values: Record<string, string | string[]>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value].flat()) data.append(name, one);
  }
  return data;
}

/** Saves, or returns the refusal. */
async function save(name: string, id: string | null, values: Record<string, string | string[]>) {
  const entity = services.adminEntity(name);
  const typed = form(values);
  return services.saveRow(entity, admin, id, typed, 'https://panocall.example').then(
    (saved) => ({ id: saved }),
    (error: unknown) =>
      services.refusalOf(error, typed, (row) => services.valuesOfRow(entity.view.fields, row)),
  );
}

async function saved(name: string, values: Record<string, string | string[]>, id: string | null = null) {
  const result = await save(name, id, values);
  if (!('id' in result)) throw new Error(JSON.stringify(result));
  return services.detailPage(services.adminEntity(name), admin, result.id);
}

const madrid = { name: 'Madrid', country: 'ES', latitude: '40,4168', longitude: '-3.7038' };

it('creates a row from the form values, also with a decimal comma', async () => {
  const { values, title, version } = await saved('city', madrid);
  expect(values).toEqual({
    name: ['Madrid'],
    country: ['ES'],
    latitude: ['40.4168'],
    longitude: ['-3.7038'],
  });
  expect([title?.cells, version]).toEqual([{ name: 'Madrid' }, 1]);
});

it('reports the problem of each field, and keeps the submitted values', async () => {
  const typed = { name: '', country: '', latitude: 'north', longitude: '200' };
  expect(await save('city', null, typed)).toEqual({
    form: '',
    code: 'INVALID_DATA',
    typed: { name: [''], country: [''], latitude: ['north'], longitude: ['200'] },
    problems: {
      name: { kind: 'required' },
      country: { kind: 'required' },
      latitude: { kind: 'number' },
      longitude: { kind: 'atMost', limit: 180 },
    },
    theirs: null,
  });
  expect(await save('city', null, { ...madrid, name: 'x'.repeat(101), country: 'XX' })).toMatchObject({
    problems: { name: { kind: 'tooLong', limit: 100 } },
  });
  expect(await save('city', null, { ...madrid, name: 'Nowhere', country: 'XX' })).toMatchObject({
    code: 'INVALID_DATA',
    problems: { country: { kind: 'unknown' } },
  });
});

it('reports that a similar row exists', async () => {
  await saved('city', { ...madrid, name: 'Toledo' });
  expect(await save('city', null, { ...madrid, name: 'Toledo' })).toMatchObject({
    code: 'ALREADY_EXISTS',
    problems: { name: { kind: 'taken' } },
  });
});

it('refuses to empty a required field', async () => {
  const { id } = await saved('city', { ...madrid, name: 'Ávila' });
  expect(await save('city', id, { ...madrid, latitude: '', version: '1' })).toMatchObject({
    problems: { latitude: { kind: 'required' } },
  });
});

it("shows another person's saved values, and overwrites them with their version", async () => {
  const { id } = await saved('city', { ...madrid, name: 'Soria' });
  await saved('city', { ...madrid, name: 'Soria', latitude: '41.7', version: '1' }, id);
  const refused = await save('city', id, { ...madrid, name: 'Soria de Duero', version: '1' });
  expect(refused).toMatchObject({
    code: 'STALE',
    typed: { name: ['Soria de Duero'] },
    theirs: { version: 2, values: { name: ['Soria'], latitude: ['41.7'] } },
  });
  const over = await saved('city', { ...madrid, name: 'Soria de Duero', version: '2' }, id);
  expect(over).toMatchObject({ title: { cells: { name: 'Soria de Duero' } }, version: 3 });
});

it('keeps a user’s lists, prices, switches and empty fields as submitted', async () => {
  const typed = {
    username: 'Carmen',
    urlname: 'carmen',
    email: 'carmen@example.org',
    language: 'SPANISH',
    controlModes: ['VOICE', 'PAD'],
    padEnabled: 'true',
    languages: ['SPANISH', 'FRENCH'],
    'prices.EUR': '2,50',
    'prices.USD': '',
    description: 'one\r\ntwo',
  };
  const { id, values } = await saved('user', typed);
  expect(values).toMatchObject({
    padEnabled: ['true'],
    controlModes: ['VOICE', 'PAD'],
    'prices.EUR': ['2.5'],
    description: ['one\ntwo'],
    firstName: [],
  });
  expect(values.languages?.toSorted()).toEqual(['FRENCH', 'SPANISH']);
  const { username, urlname, email, language } = typed;
  const emptied = await saved('user', { username, urlname, email, language, version: '1' }, id);
  expect(emptied.values).toMatchObject({ padEnabled: [], controlModes: [], languages: [], description: [] });
  expect(emptied.values['prices.EUR']).toBeUndefined();
  expect(await save('user', id, { ...typed, 'prices.USD': '1.999', version: '2' })).toMatchObject({
    problems: { 'prices.USD': { kind: 'cents' } },
  });
});

it('finds users by name', async () => {
  await db.insert(user).values({ username: 'Diego', urlname: 'diego', email: 'diego@example.org' });
  const { title } = await saved('role', { userId: 'diego', rolename: 'PRODUCER' });
  expect(title?.cells).toEqual({ username: 'Diego' });
  expect(await save('role', null, { userId: 'nobody', rolename: 'PRODUCER' })).toMatchObject({
    typed: { userId: ['nobody'] },
    problems: { userId: { kind: 'format' } },
  });
});

it('reads instants as UTC, and accepts an empty one for a draft', async () => {
  const post = { title: 'A post', name: 'a-post', language: 'ENGLISH', body: '# Hello', summary: '' };
  const draft = await saved('blog', { ...post, publishedAt: '' });
  expect(draft.values.publishedAt).toEqual([]);
  const { values } = await saved(
    'blog',
    { ...post, publishedAt: '2026-05-06T07:08', version: '1' },
    draft.id,
  );
  expect(values.publishedAt).toEqual(['2026-05-06T07:08:00']);
});

it('restores a deleted row unchanged, once', async () => {
  const entity = services.adminEntity('blog');
  const { id } = await saved('blog', {
    title: 'Gone',
    name: 'gone',
    language: 'ENGLISH',
    body: 'x',
    summary: 's',
  });
  const [before] = await db
    .select()
    .from(blog)
    .where(eq(blog.id, id ?? ''));
  const { title, undo } = await services.deleteWithUndo(entity, admin, id ?? '');
  expect(title.cells).toEqual({ title: 'Gone' });
  expect(await db.$count(blog)).toBe(1);
  expect(await services.undelete(entity, admin, undo ?? '')).toBe(id);
  const rows = await db.select().from(blog);
  expect(rows).toContainEqual(before);
  await expect(services.undelete(entity, admin, undo ?? '')).rejects.toMatchObject({
    code: 'ALREADY_EXISTS',
  });
});

it('restores only rows it signed, in the section they were deleted from', async () => {
  const city = services.adminEntity('city');
  const { id } = await saved('city', { ...madrid, name: 'Cuenca' });
  const { undo } = await services.deleteWithUndo(city, admin, id ?? '');
  const refused = expect.objectContaining({ code: 'LINK_INVALID' });
  await expect(services.undelete(city, admin, `${undo?.slice(0, -2)}xx`)).rejects.toEqual(refused);
  await expect(services.undelete(services.adminEntity('parameter'), admin, undo ?? '')).rejects.toEqual(
    refused,
  );
});

it('ends the sessions of a new administrator, also when a deleted role is restored', async () => {
  const roles = services.adminEntity('role');
  const grant = async (username: string) => {
    const values = { username, urlname: username, email: `${username}@example.org` };
    const [row] = await db.insert(user).values(values).returning({ userId: user.id });
    if (!row) throw new Error('no user was made');
    const logIn = () =>
      db.insert(session).values({ ...row, tokenHash: username, expiresAt: new Date(Date.now() + 60_000) });
    await logIn();
    const { id } = await saved('role', { userId: username, rolename: 'ADMIN' });
    return { id: id ?? '', logIn };
  };
  await grant('first-admin');
  const { id, logIn } = await grant('second-admin');
  expect(await db.$count(session)).toBe(0);
  await logIn();
  const { undo } = await services.deleteWithUndo(roles, admin, id);
  expect(await db.$count(session)).toBe(1);
  await services.undelete(roles, admin, undo ?? '');
  expect(await db.$count(session)).toBe(0);
});

it('cannot restore an account, and says so', async () => {
  const { id } = await saved('user', {
    username: 'Eva',
    urlname: 'eva',
    email: 'eva@example.org',
    language: 'ENGLISH',
  });
  expect(await services.deleteWithUndo(services.adminEntity('user'), admin, id ?? '')).toMatchObject({
    id,
    title: { cells: { username: 'Eva' } },
    undo: null,
  });
});
