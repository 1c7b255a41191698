import { type Child, startChild } from '#scripts/processes/child.ts';
import { waitUntilHealthy } from '#scripts/processes/health.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { root } from '#scripts/stack/settings.ts';

type Setting = {
  id: string;
  databaseUrl: string;
  ticketSecret: string;
  /** Added to the variables of every test media server, or replacing them. */
  env?: Record<string, string>;
};

/** One of several media servers, as a process. It keeps its name and address when restarted. */
export class MediaProcess {
  readonly id: string;
  /** WebSocket URL for browsers. */
  readonly url: string;
  readonly #env: Record<string, string | undefined>;
  readonly #health: string;
  #child: Child | undefined;

  private constructor({ id, databaseUrl, ticketSecret, env }: Setting, port: string, healthPort: number) {
    this.id = id;
    this.url = env?.MEDIA_URL ?? `ws://127.0.0.1:${port}/realtime`;
    this.#health = `http://127.0.0.1:${healthPort}/healthcheck`;
    this.#env = {
      PATH: process.env.PATH,
      MEDIASOUP_WORKER_BIN: process.env.MEDIASOUP_WORKER_BIN,
      DATABASE_URL: databaseUrl,
      TICKET_SECRET: ticketSecret,
      MEDIA_NODE_ID: id,
      MEDIA_URL: this.url,
      MEDIA_PORT: port,
      MEDIA_HEALTH_PORT: String(healthPort),
      RTC_PORT: '0',
      MEDIA_WORKERS: '1',
      // Rooms are moved at once when it stops, without waiting for them to end.
      MEDIA_DRAIN_SECONDS: '0',
      LOG_LEVEL: 'silent',
      ...env,
    };
  }

  static async start(setting: Setting): Promise<MediaProcess> {
    const port = setting.env?.MEDIA_PORT ?? String(await freePort());
    const media = new MediaProcess(setting, port, await freePort());
    await media.start();
    return media;
  }

  /** Starts it, also after it was stopped. */
  async start(): Promise<void> {
    this.#child = startChild([process.execPath, 'media-server/main.ts'], { cwd: root, env: this.#env });
    await waitUntilHealthy(this.id, this.#health);
  }

  /** Stops it as `docker stop` does. */
  async stop(): Promise<void> {
    await this.#child?.stop();
  }

  /** Kills it, as a crash would. */
  async kill(): Promise<void> {
    const { pid } = this.#child?.process ?? {};
    if (pid) process.kill(-pid, 'SIGKILL');
    await this.#child?.exited;
  }
}
