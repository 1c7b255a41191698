import { access, constants, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import nodemailer from 'nodemailer';
import { translator } from '#app/i18n/translate.ts';
import type { Env } from '#app/platform/env.server.ts';
import { type Finding, ok, open, reasonOf, wrong } from './finding.ts';
import { migrationFinding } from './migrations.ts';

const GIBIBYTE = 2 ** 30;
const SMTP_WITHIN_MS = 10_000;

/** Checks that need the web server's machine and environment. */
export async function checkServer(): Promise<Finding[]> {
  // Silences the modules' logs, as their errors are reported here.
  process.env.LOG_LEVEL = 'silent';
  process.env.NODE_ENV ||= 'production';
  const read = await import('#app/platform/env.server.ts').catch(reasonsOf);
  if (typeof read === 'string') {
    return [wrong(read, 'The web server does not start like this: .env.example explains each setting.')];
  }
  const { env } = read;
  const parts = [
    installationFindings(),
    mailFinding(env),
    Promise.resolve([proxyFinding(env), paymentFinding(env)]),
  ];
  return (await Promise.all(parts)).flat();
}

/** One line for each invalid variable. */
const reasonsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function installationFindings(): Promise<Finding[]> {
  const { db } = await import('#app/platform/database.server.ts');
  try {
    const { installation } = await import('#app/admin/testing/installation.server.ts');
    const { database, nodes, storage } = await installation();
    const findings = [
      ok(`PostgreSQL ${database.version} answers in ${database.ms} ms`),
      migrationFinding(database.migrations),
      ...nodes.map(nodeFinding),
    ];
    if (!storage.works) {
      const where = storage.bucket ? `bucket ${storage.bucket}` : `folder ${storage.folder}`;
      findings.push(
        wrong(
          `Pictures cannot be stored in the ${where}`,
          'Correct S3_… or STORAGE_FOLDER, and its permissions.',
        ),
      );
    } else if (storage.folder) findings.push(await diskFinding(storage.folder));
    return [...findings, ...(await stepFindings())];
  } catch (error) {
    const todo = 'Does PostgreSQL run, and are host, user and password in DATABASE_URL right?';
    if (isMissingTable(error)) return [migrationFinding({ done: 0, all: Number.NaN })];
    return [wrong(`The database does not answer: ${reasonOf(causeOf(error))}`, todo)];
  } finally {
    await db.$client.end({ timeout: 1 });
  }
}

/** The administration's list of first steps, in its words. */
async function stepFindings(): Promise<Finding[]> {
  const { firstSteps } = await import('#app/admin/first-steps/first-steps.server.ts');
  const { default: texts } = await import('#locales/en/admin.json', { with: { type: 'json' } });
  const t = translator<'admin'>('en', texts);
  return (await firstSteps()).map(({ step, problem, values, isSkipped }) => {
    const name = t(`firstSteps.${step}`);
    if (problem === null) return ok(name);
    if (isSkipped) return ok(`${name}: ${t('firstSteps.skipped')}`);
    return { ...open(name), todo: t(`firstSteps.${problem}`, values) };
  });
}

/** The driver's error, without the query. */
const causeOf = (error: unknown) => (error instanceof Error && error.cause ? error.cause : error);

function isMissingTable(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && 'code' in cause && cause.code === '42P01';
}

function nodeFinding({
  id,
  isUp,
  load,
  seconds,
}: {
  id: string;
  isUp: boolean;
  load: number | null;
  seconds: number;
}): Finding {
  if (!isUp) return open(`The media server ${id} was last heard of ${seconds} s ago`);
  return load === null
    ? open(`The media server ${id} drains: it takes no rooms`)
    : ok(`The media server ${id} takes rooms`);
}

async function diskFinding(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = (bavail * bsize) / GIBIBYTE;
  const what = `${free.toFixed(1)} GiB are free for pictures in ${folder}`;
  return free < 1 ? wrong(what, 'Make room, or store pictures in a bucket (S3_BUCKET).') : ok(what);
}

async function mailFinding({ SMTP_URL, MAIL_FOLDER }: Env): Promise<Finding> {
  if (!SMTP_URL) {
    const folder = resolve(MAIL_FOLDER);
    const writable = await access(folder, constants.W_OK).then(
      () => '',
      () => ', which does not exist yet',
    );
    return open(`Emails are not sent, but written to ${folder}${writable} (SMTP_URL)`);
  }
  const { host } = new URL(SMTP_URL);
  const timeouts = { connectionTimeout: SMTP_WITHIN_MS, greetingTimeout: SMTP_WITHIN_MS };
  const transport = nodemailer.createTransport({ url: SMTP_URL, ...timeouts });
  return transport.verify().then(
    () => ok(`The mail server ${host} lets us in`),
    (error: unknown) =>
      wrong(`The mail server ${host} does not let us in: ${reasonOf(error)}`, 'Correct SMTP_URL.'),
  );
}

function proxyFinding({ PUBLIC_URL, TLS_CERT_FILE, TRUST_PROXY }: Env): Finding {
  if (!PUBLIC_URL) return open('PUBLIC_URL is not set: links and cookies go by each request');
  if (!PUBLIC_URL.startsWith('https:') || TLS_CERT_FILE || TRUST_PROXY > 0) {
    return ok(`PUBLIC_URL is ${PUBLIC_URL}, TRUST_PROXY is ${TRUST_PROXY}`);
  }
  const todo = 'Set TRUST_PROXY to the number of proxies before the web server.';
  return wrong('All visitors share their limits: the proxy that serves HTTPS is not trusted', todo);
}

function paymentFinding({ STRIPE_SECRET_KEY, STRIPE_API_PORT }: Env): Finding {
  if (!STRIPE_SECRET_KEY) return open('Payments are off, so no one can be booked (STRIPE_SECRET_KEY)');
  if (STRIPE_API_PORT !== undefined) return open('Payments are simulated: no money moves');
  // Without them, the environment is refused.
  const what = 'Stripe’s key and the secrets of its two webhooks are set';
  return STRIPE_SECRET_KEY.includes('_test_') ? open(`${what}; the key is for tests`) : ok(what);
}
