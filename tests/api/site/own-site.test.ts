import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fileRemoval, parameter } from '#db/schema/index.ts';
import { newName, PASSWORD, signUp } from '../../support/people/members.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';
import {
  type Person,
  person,
  picture,
  type Site,
  send,
  startSite,
  upload,
} from '../../support/servers/site.ts';

let site: Site;
let admin: Person;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await startSite({ MAIL_FOLDER: mailbox.folder });
  admin = await person(site.db, ['ADMIN']);
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

const textOf = async (path: string) => String((await send(site, path)).bytes);
const bytesOf = async (path: string) => (await send(site, path)).bytes.toString('base64');
const PICTURES = [
  '/icons/192.png',
  '/icons/512.png',
  '/icons/maskable-512.png',
  '/favicon.png',
  '/favicon.svg',
];
const picturesNow = () => Promise.all([...PICTURES, '/apple-touch-icon.png'].map(bytesOf));
const styleIn = (html: string) => /<style nonce="[^"]+">(.*?)<\/style>/s.exec(html)?.[1];

it('a site on which nothing is set is called Panocall, has its look, and says what is missing', async () => {
  const html = await textOf('/help');
  expect(html).toContain('<title>Help · Panocall</title>');
  expect(styleIn(html)).toBe('');
  expect(JSON.parse(await textOf('/manifest.webmanifest'))).toMatchObject({
    name: 'Panocall',
    theme_color: '#0b1016',
  });
  expect((await send(site, '/icons/logo.png')).status).toBe(404);
  expect((await send(site, '/icons/other.png')).status).toBe(404);
  for (const [path, gap] of [
    ['/imprint', 'To be completed in the administration: the operator&#x27;s name'],
    ['/es/imprint', 'Por completar en la administración: la dirección del responsable'],
    ['/terms', 'To be completed in the administration: the law that applies'],
  ] as const)
    expect((await textOf(path)).replaceAll("'", '&#x27;')).toContain(gap);
  expect(await textOf('/refund-policy')).not.toContain('To be completed');
});

it('takes the operator’s name, colour, sender and address everywhere', async () => {
  const card = await bytesOf('/og/en.png');
  await site.db.insert(parameter).values([
    { name: 'site-name', value: 'Far & away' },
    { name: 'site-colour', value: '#0a7f5c' },
    { name: 'operator-name', value: 'Distant Views Ltd' },
    { name: 'operator-address', value: 'Main Street 1\n12345 Town' },
    { name: 'sender-address', value: 'hello@far.example' },
  ]);
  await vi.waitFor(async () => expect(await textOf('/help')).toContain('data-site="Far &amp; away"'), 10_000);
  const { bytes, headers } = await send(site, '/help');
  const html = String(bytes);
  expect(html).toContain('<title>Help · Far &amp; away</title>');
  expect(/<header[\s\S]*?<\/header>/.exec(html)?.[0]).toContain('>Far &amp; away</span>');
  expect(html).toContain('property="og:site_name" content="Far &amp; away"');
  expect(html.replace(/<script[\s\S]*?<\/script>/g, '')).not.toContain('Panocall');
  const style = styleIn(html);
  expect(style).toContain('--accent:#0a7f5c;');
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
  expect(html).toContain(`<style nonce="${nonce}">`);
  expect(JSON.parse(await textOf('/manifest.webmanifest'))).toMatchObject({
    name: 'Far & away',
    short_name: 'Far & away',
    theme_color: '#0a7f5c',
  });
  expect(await textOf('/offline/es')).toContain('Far &amp; away necesita conexión a internet');
  expect(await textOf('/offline/es')).toContain(style);
  expect(await textOf('/service-worker.js')).toContain('"name":"Far & away"');
  expect((await send(site, '/api/openapi.json')).body).toMatchObject({ info: { title: 'Far & away' } });
  expect(await bytesOf('/og/en.png')).not.toBe(card);

  const imprint = await textOf('/imprint');
  expect(imprint).toContain('<p>Distant Views Ltd</p>\n<p>Main Street 1<br>\n12345 Town</p>');
  expect(await textOf('/terms')).toContain(
    'the operator of Far &amp; away: Distant Views Ltd, Main Street 1',
  );
});

it('the emails and the authenticators of its people name the site', async () => {
  const data = newName();
  const { client } = await signUp(site.server.url, data);
  const mail = await mailbox.waitFor(data.email, 'account is ready');
  expect(mail).toContain('\nFrom: Far & away <hello@far.example>\n');
  expect(mail).toContain('Your Far & away account is ready.');
  expect(mail).toMatch(/\n\nFar & away\nDistant Views Ltd\nMain Street 1\n12345 Town\n$/);
  const { body } = await client.call('/api/passkey/options', { body: { password: PASSWORD } });
  expect(body).toMatchObject({ rp: { name: 'Far & away' } });
  expect((await client.call('/personal/data')).headers.get('content-disposition')).toContain('far-away.json');
});

it('refuses what a parameter cannot be, at its field', async () => {
  const body = { name: 'sender-name', value: 'Eve\r\nBcc: all@example.org' };
  const answer = await send(site, '/api/parameter', { as: admin, body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_DATA', fields: [{ path: 'value' }] } });
});

it('an uploaded logo is in pages, icons and cards; its file goes once it is removed', async () => {
  const [plain, card] = [await picturesNow(), await bytesOf('/og/en.png')];
  const file = await picture(300, 300).png().toBuffer();
  const { logoKey } = z
    .object({ logoKey: z.string() })
    .parse((await upload(site, '/api/logo', admin, file)).body);
  expect(styleIn(await textOf('/help'))).toContain(`.mark{background:url(/icons/logo.png?v=${logoKey})`);
  const shown = await send(site, '/icons/logo.png');
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  for (const [at, icon] of (await picturesNow()).entries()) expect(icon).not.toBe(plain[at]);
  for (const [path, isOpaque] of [
    ['/icons/192.png', false],
    ['/icons/maskable-512.png', true],
    ['/apple-touch-icon.png', true],
  ] as const)
    expect([path, (await sharp((await send(site, path)).bytes).stats()).isOpaque]).toEqual([path, isOpaque]);
  expect(await textOf('/favicon.svg')).toContain('<image href="data:image/png;base64,');
  expect(await bytesOf('/og/en.png')).not.toBe(card);
  expect(await textOf('/offline/en')).toContain('<img src="data:image/png;base64,');

  expect((await send(site, '/api/logo', { as: await person(site.db), method: 'DELETE' })).status).toBe(403);
  expect((await upload(site, '/api/logo', admin, Buffer.from('<svg/>'))).status).toBe(415);
  const removals = () => site.db.select().from(fileRemoval).where(eq(fileRemoval.key, logoKey));
  expect(await removals()).toEqual([]);
  expect((await send(site, '/api/logo', { as: admin, method: 'DELETE' })).status).toBe(200);
  expect(await removals()).toHaveLength(1);
  expect(await picturesNow()).toEqual(plain);
  // As an administrator who undoes the deletion of the parameter.
  await site.db.update(parameter).set({ value: logoKey }).where(eq(parameter.name, 'site-logo'));
  expect(await removals()).toEqual([]);
});

it('the page to sign up names what one agrees to', async () => {
  // Not those in the footer.
  const form = /id="sign-up"[\s\S]*?<\/section>/.exec(await textOf('/es/login'))?.[0];
  for (const path of ['/es/terms', '/es/refund-policy', '/es/privacy-policy'])
    expect(form).toContain(`href="${path}"`);
});

it('a name set in the list of parameters is in the next page, which is loaded as a whole', async () => {
  const rows = await site.db
    .select({ version: parameter.version })
    .from(parameter)
    .where(eq(parameter.name, 'site-name'));
  const set = (value: string) =>
    send(site, '/admin/parameter?index', {
      as: admin,
      body: new URLSearchParams({
        intent: 'setParameter',
        name: 'site-name',
        value,
        ...(rows[0] && { version: String(rows[0].version) }),
      }),
    });
  const answer = await set('Windows of the world');
  expect([answer.status, answer.headers.get('X-Remix-Reload-Document')]).toEqual([302, 'true']);
  const after = answer.headers.get('location') ?? '';
  expect(String((await send(site, after, { as: admin })).bytes)).toContain('Saved.');
  expect(await textOf('/help')).toContain('data-site="Windows of the world"');
  await site.db.delete(parameter).where(eq(parameter.name, 'site-name'));
});
