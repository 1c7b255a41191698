import { startChild } from '#scripts/processes/child.ts';
import { waitUntilHealthy } from '#scripts/processes/health.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { root } from '#scripts/stack/settings.ts';
import type { Cleanup } from './cleanup.ts';
import type { Contender, PreparedCall, Shape, Visitors } from './contender.ts';
import { descendants } from './processes.ts';

/** The product as run by `npm start`, with its own ports and database. */
export async function startPanocall(cleanup: Cleanup): Promise<Contender> {
  const ports = { web: await freePort(), media: await freePort(), health: await freePort() };
  const address = `http://localhost:${ports.web}`;
  const stack = startChild([process.execPath, 'scripts/start.ts', '--temporary'], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(ports.web),
      MEDIA_HOST: '127.0.0.1',
      MEDIA_PORT: String(ports.media),
      MEDIA_HEALTH_PORT: String(ports.health),
      RTC_PORT: '0',
      LOG_LEVEL: 'warn',
    },
  });
  cleanup.add(() => stack.stop());
  let printed = '';
  for (const output of [stack.process.stdout, stack.process.stderr]) {
    output?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const ended = stack.exited.then((how) => {
    throw new Error(`${printed}\nPanocall did not start (${how}).`);
  });
  await Promise.race([ended, waitUntilHealthy('Panocall', `${address}/healthcheck`)]);
  // It ends with the run, when no one awaits it.
  ended.catch(() => {});

  const started = descendants(stack.process.pid ?? 0);
  const running = (name: string) =>
    started.filter(({ argv }) => argv[0]?.endsWith('node') && argv.includes(name)).map(({ pid }) => pid);
  return {
    name: 'Panocall',
    processes: {
      web: running('server/main.ts'),
      mediaServer: running('media-server/main.ts'),
      worker: started.filter(({ argv }) => argv[0]?.endsWith('mediasoup-worker')).map(({ pid }) => pid),
    },
    prepare: (visitors, shape) => prepare(address, visitors, shape),
  };
}

/** The host waits with its code on the screen, and the guest has typed it. */
async function prepare(address: string, visitors: Visitors, shape: Shape): Promise<PreparedCall> {
  const host = await visitors.host.open();
  await host.goto(`${address}/room/host`);
  await host.getByLabel('Quality').selectOption(shape.quality);
  await host.getByRole('button', { name: 'Create room' }).click();
  const code = await host.getByTestId('room-code').textContent();
  const guest = await visitors.guest.open();
  await guest.goto(`${address}/room/guest`);
  await guest.getByLabel('Room code').fill(code ?? '');
  await guest.waitForLoadState('networkidle');
  return {
    click: () => guest.getByRole('button', { name: 'Enter' }).click(),
    viewer: guest,
    sender: host,
    async close() {
      await guest.close();
      await host.close();
    },
  };
}
