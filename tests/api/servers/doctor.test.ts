import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import type { Child } from '#scripts/processes/child.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { examine as examineSite } from '../../support/servers/doctor.ts';
import { MediaProcess } from '../../support/servers/media-process.ts';
import { hasTurnServer, startTurnServer } from '../../support/servers/turn-server.ts';

/** Each examination starts a process, and waits for ports that do not answer. */
vi.setConfig({ testTimeout: 60_000 });

const HOUR_MS = 3_600_000;
const NAME = [{ name: 'commonName', value: 'localhost' }];
const KEY = { keyType: 'ec', algorithm: 'sha256' } as const;
const secret = () => randomBytes(32).toString('base64url');
const [TICKET_SECRET, TURN_SECRET, TURN_SECRET_BEFORE] = [secret(), secret(), secret()];

let databaseUrl: string;
let web: WebServer;
let media: MediaProcess | undefined;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  databaseUrl = await createTestDatabase();
  web = await startWebServer(databaseUrl, { TICKET_SECRET });
});

afterEach(async () => {
  await media?.stop();
  media = undefined;
});

afterAll(async () => {
  await web?.stop();
  await rm(folder, { recursive: true });
});

/** Starts the only media server. @param env its variables */
async function startMedia(env: Record<string, string> = {}, ticketSecret = TICKET_SECRET): Promise<void> {
  const announced = { MEDIA_ANNOUNCED_ADDRESS: '127.0.0.1', ...env };
  media = await MediaProcess.start({ id: 'doctor', databaseUrl, ticketSecret, env: announced });
}

const examine = (url = web.url, env: Record<string, string> = {}) => examineSite(url, env);

it('finds nothing wrong if calls work', async () => {
  await startMedia();
  const { text, wrong, isWell } = await examine();
  expect(wrong).toEqual([]);
  expect(isWell, text).toBe(true);
  expect(text).toMatch(/✔ UDP 127\.0\.0\.1:\d+ answers/);
  expect(text).toMatch(/✔ TCP 127\.0\.0\.1:\d+ answers/);
  expect(text).toContain('✔ A WebRTC connection stands');
});

it('reports that no media server runs', async () => {
  const { wrong, isWell } = await examine();
  expect(wrong).toEqual(['No media server takes rooms']);
  expect(isWell).toBe(false);
});

it('reports that the servers have different ticket secrets', async () => {
  await startMedia({}, secret());
  const { wrong, text, isWell } = await examine();
  expect(wrong).toEqual(['The media server refuses the site’s tickets']);
  expect(text).toContain('TICKET_SECRET');
  expect(isWell).toBe(false);
});

it('names the ports that do not answer at a wrong announced address', async () => {
  // An address for documentation (RFC 5737), where nothing answers.
  await startMedia({ MEDIA_ANNOUNCED_ADDRESS: '192.0.2.1' });
  const { wrong, text } = await examine();
  expect(wrong.sort()).toEqual([
    expect.stringMatching(/^TCP 192\.0\.2\.1:\d+ does not answer$/),
    expect.stringMatching(/^UDP 192\.0\.2\.1:\d+ does not answer$/),
  ]);
  expect(text).toContain('MEDIA_ANNOUNCED_ADDRESS');
});

it('reports that the certificate has expired, and continues', async () => {
  const { cert, private: key } = await generate(NAME, {
    ...KEY,
    notBeforeDate: new Date(Date.now() - 48 * HOUR_MS),
    notAfterDate: new Date(Date.now() - 24 * HOUR_MS),
  });
  const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') };
  await writeFile(files.TLS_CERT_FILE, cert);
  await writeFile(files.TLS_KEY_FILE, key);
  const PUBLIC_URL = 'https://calls.example.org';
  const secured = await startWebServer(databaseUrl, { ...files, PUBLIC_URL, TICKET_SECRET });
  onTestFinished(() => secured.stop());
  await startMedia();
  const { wrong, text } = await examine(secured.url);
  expect(wrong).toEqual([expect.stringMatching(/^The certificate expired on /)]);
  expect(text).toContain('✔ Cookies are sent over HTTPS only');
});

it('checks what only the server knows', async () => {
  await startMedia();
  const db = openDatabase(databaseUrl);
  await db.execute(sql`delete from drizzle.__drizzle_migrations`);
  await db.$client.end();
  const { wrong, text } = await examine(web.url, {
    DATABASE_URL: databaseUrl,
    COOKIE_SECRET: secret(),
    TICKET_SECRET,
    STORAGE_FOLDER: join(folder, 'files'),
    PUBLIC_URL: 'https://calls.example.org',
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(wrong).toEqual([
    'The database was never migrated',
    expect.stringMatching(/^The mail server 127\.0\.0\.1:1 does not let us in: /),
    'All visitors share their limits: the proxy that serves HTTPS is not trusted',
  ]);
  expect(text).toMatch(/✔ PostgreSQL \S+ answers/);
  expect(text).toContain('✔ The media server doctor takes rooms');
  expect(text).toContain('– Back up\n    There is no backup.');
  expect(text).toContain('✔ Delete the demo content');
});

it('reports that the database does not respond', async () => {
  const DATABASE_URL = 'postgres://nobody:none@127.0.0.1:1/none';
  const { wrong } = await examine(web.url, { DATABASE_URL, COOKIE_SECRET: secret(), TICKET_SECRET });
  expect(wrong.at(-1)).toMatch(/^The database does not answer: .*ECONNREFUSED/);
});

describe.skipIf(!hasTurnServer)('TURN', () => {
  let turn: Child;
  let urls: { udp: string; tcp: string; tls: string };

  beforeAll(async () => {
    const [port, tlsPort] = [await freePort(), await freePort()];
    const { cert, private: key } = await generate(NAME, KEY);
    const tls = { port: tlsPort, certFile: join(folder, 'turn.crt'), keyFile: join(folder, 'turn.key') };
    await writeFile(tls.certFile, cert);
    await writeFile(tls.keyFile, key);
    const secrets = [TURN_SECRET, TURN_SECRET_BEFORE];
    turn = await startTurnServer({ address: '127.0.0.1', port, secrets, folder, tls });
    const [udp, tcp] = ['udp', 'tcp'].map((protocol) => `turn:127.0.0.1:${port}?transport=${protocol}`);
    urls = { udp: udp ?? '', tcp: tcp ?? '', tls: `turns:127.0.0.1:${tlsPort}?transport=tcp` };
  });

  afterAll(() => turn?.stop());

  it('is asked to relay to the media server', async () => {
    await startMedia({ TURN_URLS: `${urls.udp},${urls.tcp},${urls.tls}`, TURN_SECRET });
    const { text, wrong } = await examine();
    expect(text).toContain(`✔ ${urls.udp} relays to the media server`);
    expect(text).toContain(`✔ ${urls.tcp} relays to the media server`);
    expect(wrong).toEqual([expect.stringMatching(/^turns:\S+ has a certificate that is not trusted: /)]);
  });

  it('also relays to a media server that does not have the new secret yet', async () => {
    await startMedia({ TURN_URLS: urls.udp, TURN_SECRET: TURN_SECRET_BEFORE });
    const { text, wrong } = await examine();
    expect(text).toContain(`✔ ${urls.udp} relays to the media server`);
    expect(wrong).toEqual([]);
  });

  it('refuses credentials signed with another secret', async () => {
    await startMedia({ TURN_URLS: urls.udp, TURN_SECRET: secret() });
    const { wrong, text } = await examine();
    expect(wrong).toEqual([`${urls.udp} refuses the credentials that the site hands out`]);
    expect(text).toContain('TURN_SECRET');
  });

  it('does not answer if none runs, and does not relay to other addresses', async () => {
    const nowhere = `turn:127.0.0.1:${await freePort()}?transport=tcp`;
    const env = { TURN_URLS: `${nowhere},${urls.udp}`, TURN_SECRET };
    await startMedia({ ...env, MEDIA_ANNOUNCED_ADDRESS: '127.0.0.2' });
    const { wrong } = await examine();
    expect(wrong).toEqual([`${nowhere} does not answer`, `${urls.udp} does not relay to 127.0.0.2`]);
  });
});
