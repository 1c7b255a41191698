import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '#db/migrate.ts';
import { withoutBlanks } from '#protocol/environment.ts';
import { firstAdministrator } from '../accounts/administrator.ts';
import { ensureWorker } from '../media-worker/worker.ts';
import { startCluster, startTemporaryCluster } from '../postgres/cluster.ts';
import { runChild, startChild } from '../processes/child.ts';
import { waitUntilHealthy } from '../processes/health.ts';
import { requirePorts } from '../processes/ports.ts';
import { lanAddresses, selfSignedCertificate } from './certificate.ts';
import { greet } from './greeting.ts';
import { sandboxPorts, wantedSandboxPorts, wantsSandbox } from './payment-sandbox.ts';
import { Progress } from './progress.ts';
import { rtmpPort, wantedIngestPorts } from './rtmp.ts';
import { developmentSecrets, newSecrets } from './secrets.ts';
import { DATA_FOLDER, loadEnvFile, readSettings, root, wantedPorts } from './settings.ts';
import { Supervisor } from './supervisor.ts';
import { ensureWebBuild } from './web-build.ts';

const say = (line: string) => line && console.log(line.trimEnd());

export interface RunOptions {
  mode: 'production' | 'development';
  /** Serves HTTPS with a self-signed certificate. */
  https: boolean;
  /** Starts with an empty database, keeps nothing, and ignores `.env`: for tests and benchmarks. */
  temporary: boolean;
  /** Fills the temporary database with demo content, like the embedded one. */
  demo?: boolean;
}

/** Prepares everything, starts it and keeps it running until Ctrl-C or SIGTERM. */
export async function runStack(options: RunOptions): Promise<void> {
  const supervisor = new Supervisor();
  try {
    await start(options, supervisor);
  } catch (error) {
    supervisor.fail(error instanceof Error ? error.message : String(error));
  }
}

async function start({ mode, https, temporary, demo }: RunOptions, supervisor: Supervisor): Promise<void> {
  if (!temporary) loadEnvFile();
  const settings = readSettings();
  const given = temporary ? undefined : settings.DATABASE_URL;
  const sandbox = wantsSandbox(settings, !given) ? await sandboxPorts(settings, temporary) : null;
  const rtmp = rtmpPort(settings, temporary);
  await requirePorts([
    ...wantedPorts(settings),
    ...wantedIngestPorts(rtmp, settings),
    ...(sandbox ? wantedSandboxPorts(sandbox, settings.HOST) : []),
  ]);
  // Only on the embedded database, never on one others may use.
  const isDemo = !given && (demo || !temporary);
  const progress = new Progress(
    [
      'Media worker',
      'Database',
      ...(mode === 'production' ? ['Site'] : []),
      ...(isDemo ? ['Demo content'] : []),
      'Servers',
    ],
    say,
  );
  const workerBinary = await progress.step('Media worker', ensureWorker);
  const { databaseUrl, adminPassword } = await progress.step('Database', async () => {
    const url = given ?? (await embeddedDatabase(temporary, supervisor));
    await migrateDatabase(url);
    return { databaseUrl: url, adminPassword: given ? null : await firstAdministrator(url) };
  });
  if (mode === 'production') await progress.step('Site', (line) => ensureWebBuild(root, line));

  const { E2E_DATABASE_FILE } = process.env;
  if (temporary && E2E_DATABASE_FILE) await writeFile(E2E_DATABASE_FILE, databaseUrl, { mode: 0o600 });

  const mediaHost = reachable(settings.MEDIA_HOST);
  const dataFolder = temporary ? await mkdtemp(join(tmpdir(), 'panocall-')) : DATA_FOLDER;
  const isComplete = settings.COOKIE_SECRET && settings.TICKET_SECRET && !sandbox;
  const secrets = temporary || isComplete ? newSecrets() : await developmentSecrets(DATA_FOLDER, say);
  const { COOKIE_SECRET, TICKET_SECRET, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, ...stripeSecrets } = secrets;
  // A key pair that changes at each start would lose the devices registered before.
  const push = temporary || !isComplete ? { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } : {};
  const env = {
    STORAGE_FOLDER: join(dataFolder, 'files'),
    MAIL_FOLDER: join(dataFolder, 'mail'),
    SANDBOX_FOLDER: join(dataFolder, 'payment-sandbox'),
    MEDIA_INTERNAL_URL: `http://${mediaHost}:${settings.MEDIA_PORT}`,
    COOKIE_SECRET,
    TICKET_SECRET,
    ...push,
    // Ctrl-C stops everything at once.
    MEDIA_DRAIN_SECONDS: '0',
    // Empty variables must not override generated values.
    ...withoutBlanks(process.env),
    ...(https ? await certificate() : {}),
    NODE_ENV: mode,
    DATABASE_URL: databaseUrl,
    MEDIASOUP_WORKER_BIN: workerBinary,
    RTMP_PORT: rtmp === null ? undefined : String(rtmp),
    CAMERA_HOSTS: rtmp === null ? undefined : settings.CAMERA_HOSTS,
    PULL_HOST: '127.0.0.1',
    INGEST_INTERNAL_URL: `http://127.0.0.1:${settings.PULL_PORT}`,
  };
  const scheme = https || settings.TLS_CERT_FILE ? 'https' : 'http';
  const web = `${scheme}://${reachable(settings.HOST)}:${settings.PORT}`;
  const payments = sandbox ? { ...stripeSecrets, STRIPE_API_PORT: String(sandbox.api) } : {};
  const run = (command: string[], extra: Record<string, string> = {}) =>
    startChild([process.execPath, ...command], { cwd: root, env: { ...env, ...extra }, output: 'inherit' });
  if (isDemo) {
    await progress.step('Demo content', () =>
      runChild([process.execPath, 'scripts/seed-demo.ts'], { cwd: root, env }),
    );
  }
  await progress.step('Servers', async () => {
    const watch = mode === 'development' ? ['--watch', '--watch-preserve-output'] : [];
    const mediaServer = () => run([...watch, 'media-server/main.ts']);
    const webServer = () => run(['server/main.ts'], payments);
    supervisor.watch('The media server', mediaServer(), mediaServer);
    if (sandbox) {
      const paymentSandbox = () =>
        run([...watch, 'sandbox/stripe/main.ts'], {
          ...payments,
          SANDBOX_API_PORT: String(sandbox.api),
          SANDBOX_PAGES_PORT: String(sandbox.pages),
          SANDBOX_WEBHOOK_ORIGIN: web,
        });
      supervisor.watch('The payment sandbox', paymentSandbox(), paymentSandbox);
    }
    supervisor.watch('The web server', webServer(), webServer);
    if (rtmp !== null) {
      const extra = { RTMP_HOST: settings.HOST, WHIP_URL: `${env.MEDIA_INTERNAL_URL}/whip` };
      const ingest = () => run([...watch, 'ingest/main.ts'], extra);
      supervisor.watch('The RTMP server', ingest(), ingest);
    }
    await Promise.all([
      waitUntilHealthy('The media server', `http://${mediaHost}:${settings.MEDIA_HEALTH_PORT}/healthcheck`),
      sandbox && waitUntilHealthy('The payment sandbox', `http://127.0.0.1:${sandbox.api}/healthcheck`),
      waitUntilHealthy('The web server', `${web}/healthcheck`),
    ]);
    if (isDemo && sandbox) {
      const command = [process.execPath, 'scripts/connect-demo.ts'];
      await runChild(command, { cwd: root, env: { ...env, ...payments } });
    }
  });
  supervisor.started();
  await greet(scheme, settings.PORT, https ? lanAddresses() : []);
  if (rtmp === null && !temporary)
    say('Cameras cannot stream by RTMP or be pulled: there is no FFmpeg with libopus.');
  if (adminPassword) say(`Administrator: admin, password: ${adminPassword} (shown only once)\n`);
}

async function embeddedDatabase(temporary: boolean, supervisor: Supervisor): Promise<string> {
  const cluster = temporary
    ? await startTemporaryCluster()
    : await startCluster(join(DATA_FOLDER, 'postgres'));
  supervisor.watch('PostgreSQL', cluster, cluster.restart);
  return cluster.url();
}

async function certificate() {
  const { certFile, keyFile } = await selfSignedCertificate(DATA_FOLDER, lanAddresses());
  return { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
}

/** The address to connect to if a server listens on all addresses. */
function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}
