import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { blog, city, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { newName, PASSWORD, signUp } from '../../support/people/members.ts';
import { bearer, makeStreamer, makeUser, signIn } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { linkIn, Mailbox } from '../../support/servers/mailbox.ts';

let server: WebServer;
let db: Database;
let mailbox: Mailbox;

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  mailbox = await Mailbox.open();
  server = await startWebServer(url, { MAIL_FOLDER: mailbox.folder });
  await db.insert(city).values([
    { name: 'A Coruña', country: 'ES', latitude: 43.37, longitude: -8.4 },
    { name: 'Ferrol', country: 'ES', latitude: 43.48, longitude: -8.23 },
  ]);
});
afterAll(async () => {
  await Promise.all([server.stop(), db.$client.end()]);
  await mailbox.close();
});

async function page(client: Client, path: string): Promise<string> {
  const { status, body } = await client.call(path, { headers: { Accept: 'text/html' } });
  expect([path, status]).toEqual([path, 200]);
  return String(body);
}

const submit = (client: Client, path: string, fields: Record<string, string>) =>
  client.call(path, { body: new URLSearchParams(fields) });

it('a form is not submitted as another user who has logged in since it was shown', async () => {
  const [me, other] = [await signUp(server.url), await signUp(server.url)];
  const senders = (html: string) => [...html.matchAll(/name="sender" value="([^"]+)"/g)].map(([, id]) => id);
  const shown = senders(await page(me.client, '/personal/profile'));
  expect(new Set(shown)).toEqual(new Set([me.id]));
  const fields = { intent: 'profile', version: '1', firstName: 'Mine', sender: me.id };
  const refused = await submit(other.client, '/personal/profile', fields);
  expect(refused.status).toBe(409);
  const html = String(refused.body);
  expect(html).toContain('another account is logged in now');
  expect(html).toContain('value="Mine"');
  // Submitting it again from the refusal is still refused.
  expect(senders(html)).toContain(me.id);
  const names = async () => {
    const rows = await db.select({ id: user.id, name: user.firstName }).from(user);
    return [me, other].map(({ id }) => rows.find((row) => row.id === id)?.name);
  };
  expect(await names()).toEqual([null, null]);
  expect((await submit(me.client, '/personal/profile', fields)).status).toBe(302);
  expect(await names()).toEqual(['Mine', null]);
});

it('without JavaScript a place is set by a city’s name, and the profile names the nearest city', async () => {
  const { client, id, username } = await signUp(server.url);
  const save = (fields: Record<string, string>) =>
    submit(client, '/personal/profile', { intent: 'profile', version: '1', ...fields });
  expect(await page(client, '/personal/profile')).toContain('name="city"');
  const unknown = await save({ city: 'Atlantis' });
  expect(unknown.status).toBe(400);
  expect(String(unknown.body).includes('Nothing was found with this name.')).toBe(true);
  expect((await save({ city: 'coruna, spain' })).status).toBe(302);
  const [row] = await db.select().from(user).where(eq(user.id, id));
  expect([row?.latitude, row?.longitude]).toEqual([43.37, -8.4]);
  // The nearer of two cities. One's own profile does not link to the map.
  await db.update(user).set({ latitude: 43.39, longitude: -8.39 }).where(eq(user.id, id));
  const own = await page(client, `/user/${username}`);
  expect(own.includes('Near A Coruña, Spain')).toBe(true);
  expect(own.includes('view=map')).toBe(false);
  await makeStreamer(db, id);
  expect((await page(client, `/user/${username}`)).includes('view=map')).toBe(false);
  const others = await page(new Client(server.url), `/es/user/${username}`);
  expect(others.includes('Cerca de A Coruña, España')).toBe(true);
  expect(others.includes('view=map')).toBe(true);
  await db.update(user).set({ latitude: 0, longitude: 0.5 }).where(eq(user.id, id));
  expect((await page(client, `/es/user/${username}`)).includes('0°, 0,5°')).toBe(true);
});

it('places are found by name among the cities, for people with an account', async () => {
  const { client } = await signUp(server.url);
  const find = async (path: string) => (await client.call(path)).body;
  expect(await find('/es/personal/places?q=coruna')).toEqual({
    by: 'cities',
    places: [{ name: 'A Coruña, España', latitude: 43.37, longitude: -8.4 }],
  });
  expect(await find('/personal/places?q=Atlantis')).toEqual({ by: 'cities', places: [] });
  expect(await find('/personal/places')).toEqual({ by: 'cities', places: [] });
  expect((await new Client(server.url).call('/personal/places?q=coruna')).status).toBe(302);
  const asked = await Promise.all(Array.from({ length: 60 }, () => client.call('/personal/places?q=a')));
  expect(asked.some(({ status }) => status === 429)).toBe(true);
});

it('the direction pad without equipment for it is refused with the reason', async () => {
  const { client, id } = await signUp(server.url);
  await makeStreamer(db, id);
  const form = { intent: 'profile', version: '1', controlModes: 'PAD' };
  const refused = await submit(client, '/personal/profile', form);
  expect(refused.status).toBe(400);
  expect(String(refused.body).includes('Tick this too')).toBe(true);
  expect((await submit(client, '/personal/profile', { ...form, padEnabled: 'yes' })).status).toBe(302);
});

it('Spanish forms show amounts with a decimal comma', async () => {
  const { client, id } = await signUp(server.url);
  await makeStreamer(db, id);
  await submit(client, '/personal/profile', { intent: 'profile', version: '1', 'prices.EUR': '1,50' });
  expect((await page(client, '/es/personal/profile')).includes('value="1,50"')).toBe(true);
  expect((await page(client, '/personal/profile')).includes('value="1.50"')).toBe(true);
  const admin = new Client(server.url);
  const headers = { ...bearer(await signIn(db, await makeUser(db, {}, ['ADMIN']))), Accept: 'text/html' };
  const { body } = await admin.call(`/es/admin/user/${id}`, { headers });
  expect(String(body).includes('value="1,50"')).toBe(true);
});

it('an unconfirmed new address is shown, and can be cancelled', async () => {
  const { client, email } = await signUp(server.url);
  const next = newName().email;
  await submit(client, '/personal/account', { intent: 'email', email: next, password: PASSWORD });
  const { token } = linkIn(await mailbox.waitFor(next, 'Confirm'));
  expect((await page(client, '/personal/account')).includes(`Waiting for ${next}`)).toBe(true);
  expect((await submit(client, '/personal/account', { intent: 'cancelEmail' })).status).toBe(302);
  expect((await page(client, '/personal/account')).includes(next)).toBe(false);
  expect(await client.call('/api/email/verify', { body: { token } })).toMatchObject({
    status: 410,
    body: { code: 'LINK_INVALID' },
  });
  expect((await page(client, '/personal/account')).includes(email)).toBe(true);
});

it('a username of mixed alphabets, which imitates another one, is refused', async () => {
  const { email } = newName();
  for (const username of ['аdmin', 'Pаnocall']) {
    const body = { username, email, password: PASSWORD };
    const answer = await new Client(server.url).call('/api/signup', { body });
    expect([
      answer.status,
      z.object({ fields: z.array(z.object({ path: z.string() })) }).parse(answer.body),
    ]).toMatchObject([400, { fields: [{ path: 'username' }] }]);
  }
});

it('a post shows its pictures in fitting sizes, also those of its translation', async () => {
  const headers = bearer(await signIn(db, await makeUser(db, {}, ['ADMIN'])));
  const post = { name: 'spheres', title: 'Spheres', publishedAt: new Date() };
  const [english] = await db
    .insert(blog)
    .values({ ...post, language: 'ENGLISH' })
    .returning();
  const picture = await sharp({ create: { width: 1400, height: 700, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)]), 'a.jpg');
  form.set('isSphere', 'true');
  const made = await new Client(server.url).call(`/api/image/blog/${english?.id}`, { body: form, headers });
  const { url } = z.object({ url: z.string() }).parse(made.body);
  await db.insert(blog).values({ ...post, language: 'SPANISH', body: `![Todo](${url})` });
  const html = await page(new Client(server.url), '/es/blog/spheres');
  expect(/<a href="[^"]+" class="sphere" data-sphere><img [^>]*>/.exec(html)?.[0]).toContain(
    `srcset="${url}?width=320 320w, ${url}?width=640 640w, ${url}?width=1280 1280w, ${url} 1400w"`,
  );
});
