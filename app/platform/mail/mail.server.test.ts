import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Received = { from: string; to: string[]; text: string };

let folder: string;
let closing: (() => void)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mails-'));
  vi.resetModules();
});
afterEach(async () => {
  for (const close of closing) close();
  closing = [];
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function sendWith(settings: Record<string, string>) {
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://nobody@localhost/nothing',
    COOKIE_SECRET: 'c'.repeat(32),
    TICKET_SECRET: 't'.repeat(32),
    LOG_LEVEL: 'silent',
    MAIL_FOLDER: join(folder, 'kept'),
    ...settings,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return (await import('./mail.server.ts')).sendMail;
}

async function mailServer(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text,
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close(() => {}));
  const address = server.server.address();
  if (typeof address !== 'object' || !address) throw new Error('not listening on a port');
  return { url: `smtp://127.0.0.1:${address.port}`, received };
}

const values = { username: 'anna', link: 'https://panocall.example/login/reset/abc' };

it('hands an email to the mail server', async () => {
  const { url, received } = await mailServer();
  const sendMail = await sendWith({
    SMTP_URL: url,
    PUBLIC_URL: 'https://panocall.example',
    MAIL_FROM: 'Panocall <hello@panocall.example>',
  });
  await sendMail({ id: 'mail', to: 'anna@example.org', language: 'es', about: 'reset', values });
  expect(received).toMatchObject([{ from: 'hello@panocall.example', to: ['anna@example.org'] }]);
  expect(received[0]?.text).toContain('https://panocall.example/login/reset/abc');
  for (const type of ['plain', 'html'])
    expect(received[0]?.text).toMatch(new RegExp(`^Content-Type: text/${type}; charset=utf-8\\r$`, 'm'));
  expect(received[0]?.text).toMatch(/^Subject: =\?UTF-8\?Q\?Elige_una_contrase=C3=B1a_nueva\?=\r$/m);
});

it('sends an appointment as an invitation that calendars read', async () => {
  const { url, received } = await mailServer();
  const sendMail = await sendWith({ SMTP_URL: url, PUBLIC_URL: 'https://panocall.example' });
  const calendar = { method: 'CANCEL', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' } as const;
  const mail = { id: 'mail', to: 'anna@example.org', language: 'en', about: 'reset', values } as const;
  await sendMail({ ...mail, calendar });
  await sendMail(mail);
  expect(received[0]?.text).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL\r$/m);
  expect(received[1]?.text).not.toContain('calendar');
});

it('sends to one recipient and adds no headers, whatever an address contains', async () => {
  const { url, received } = await mailServer();
  const sendMail = await sendWith({ SMTP_URL: url, PUBLIC_URL: 'https://panocall.example' });
  const nasty = [
    'anna@example.org\r\nBcc: eve@example.org',
    'eve@example.org,anna@example.org',
    'x>,<eve@example.org',
  ];
  for (const to of nasty) {
    await sendMail({ id: 'mail', to, language: 'en', about: 'reset', values }).catch(() => {});
  }
  for (const { to, text } of received) {
    expect(to).toHaveLength(1);
    expect(to).not.toContain('eve@example.org');
    expect(text).not.toMatch(/^Bcc:/im);
  }
});

it('stores emails in a folder if there is no mail server', async () => {
  const sendMail = await sendWith({});
  await sendMail({ id: 'mail', to: 'anna@example.org', language: 'en', about: 'reset', values });
  const [file] = await readdir(join(folder, 'kept'));
  const mail = await readFile(join(folder, 'kept', file ?? ''), 'utf8');
  expect(mail).toContain('To: anna@example.org\nSubject: Choose a new password\n\nHello anna,\n');
  expect(mail).toContain('https://panocall.example/login/reset/abc');
});

it.each([
  ['a name and an address', 'Ours <hello@panocall.example>', 'Ours <hello@panocall.example>'],
  ['an address alone', 'hello@panocall.example', 'Panocall <hello@panocall.example>'],
])('is from MAIL_FROM with %s; without a name, from the site', async (_, from, shown) => {
  const sendMail = await sendWith({ MAIL_FROM: from });
  await sendMail({ id: 'mail', to: 'anna@example.org', language: 'en', about: 'reset', values });
  const [file] = await readdir(join(folder, 'kept'));
  expect(await readFile(join(folder, 'kept', file ?? ''), 'utf8')).toContain(`\nFrom: ${shown}\n`);
});
