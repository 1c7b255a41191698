import { setTimeout as sleep } from 'node:timers/promises';
import { MEDIA_PORTS, type NetworkCall, type Site, WEB_PORT } from '#e2e/network/call.ts';
import type { Lab } from '#e2e/network/lab.ts';
import { descendant, MEDIA_SERVER, POSTGRES, WEB_SERVER } from '#tests/support/servers/processes.ts';
import { descendants, watchShare } from '../call/processes.ts';

/** @property site null for the loopback, which has no servers */
type Stage = {
  lab: Lab;
  call: NetworkCall;
  site: Site | null;
  /** Records the received resolution, bit rate and protocol at this moment, under a name. */
  note(name: string): void;
};

export type Scenario = {
  /** Used by `--only` and in the table. */
  name: string;
  title: string;
  /** The film is 1920×960 instead of 1280×640, with a bit rate above the limits. */
  isLarge?: boolean;
  /** TURN over TLS is available, behind a router that shares port 443 with the site. */
  hasTurnTls?: boolean;
  /** Whether the fault also applies to the loopback, which has no servers and no page to return to. */
  isNetwork: boolean;
  /** Causes the fault and ends it, unless it lasts until the end of the measurement. */
  strike(stage: Stage): Promise<void>;
};

const seconds = (count: number) => sleep(count * 1000);

export const SCENARIOS: readonly Scenario[] = [
  ...[2, 5, 10].map((percent) => ({
    name: `loss-${percent}`,
    title: `${percent} % of packets lost, for 60 s`,
    isNetwork: true,
    async strike({ lab, note }: Stage) {
      await lab.paths.guest.lose(percent / 100);
      await seconds(60);
      note('meanwhile');
      await lab.paths.guest.mend();
    },
  })),
  {
    name: 'rate',
    title: '3, 1, 0.3 and 5 Mbit/s, 15 s each',
    isLarge: true,
    isNetwork: true,
    async strike({ lab, note }) {
      for (const rate of [3, 1, 0.3, 5]) {
        await lab.paths.guest.limit(rate);
        await seconds(15);
        note(`${rate} Mbit/s`);
      }
    },
  },
  {
    name: 'address',
    title: "the guest's address changes",
    isNetwork: true,
    strike: ({ lab }) => lab.paths.guest.changeAddress(),
  },
  {
    name: 'udp',
    title: 'UDP closed',
    isNetwork: true,
    strike: ({ lab }) => lab.paths.guest.cut({ protocol: 'udp' }),
  },
  {
    name: 'tcp-443',
    title: 'all closed but TCP port 443, TURN over TLS there',
    hasTurnTls: true,
    isNetwork: false,
    strike: ({ lab }) => closeAllButWeb(lab),
  },
  {
    name: 'tcp-443-reload',
    title: "the same, and the guest's tab reloaded",
    hasTurnTls: true,
    isNetwork: false,
    async strike({ lab, call }) {
      await closeAllButWeb(lab);
      await call.guest.reload();
    },
  },
  ...[3, 10, 40].map((duration) => ({
    name: `cut-${duration}`,
    title: `path cut for ${duration} s`,
    isNetwork: true,
    async strike({ lab }: Stage) {
      await lab.paths.guest.cut();
      await seconds(duration);
      await lab.paths.guest.mend();
    },
  })),
  {
    // Longer than a seat is kept for a participant whose media are gone as well.
    name: 'socket',
    title: 'socket cut for 60 s, media alive',
    isNetwork: false,
    async strike({ lab }) {
      await lab.paths.guest.cut({ protocol: 'tcp', port: WEB_PORT });
      await seconds(60);
      await lab.paths.guest.mend();
    },
  },
  {
    name: 'media',
    title: 'media cut for 10 s, socket alive',
    isNetwork: false,
    async strike({ lab }) {
      for (const protocol of ['udp', 'tcp'] as const)
        await lab.paths.guest.cut({ protocol, port: MEDIA_PORTS });
      await seconds(10);
      await lab.paths.guest.mend();
    },
  },
  {
    name: 'worker',
    title: "the call's media worker killed",
    isNetwork: false,
    async strike({ site }) {
      if (site) await killBusyWorker(site);
    },
  },
  {
    name: 'media-server',
    title: 'media server killed, started again after 1 s',
    isNetwork: false,
    async strike({ lab, site }) {
      if (site) await killMediaServer(lab, site);
    },
  },
  {
    name: 'web-server',
    title: 'web server killed, started again after 1 s',
    isNetwork: false,
    strike: ({ site }) => kill(site, WEB_SERVER),
  },
  {
    name: 'postgres',
    title: 'PostgreSQL killed, started again after 1 s',
    isNetwork: false,
    strike: ({ site }) => kill(site, POSTGRES, 'SIGQUIT'),
  },
  {
    name: 'reload',
    title: "the guest's tab reloaded",
    isNetwork: false,
    async strike({ call }) {
      await call.guest.reload();
    },
  },
  {
    name: 'camera',
    title: "the host's camera unplugged",
    isNetwork: false,
    async strike() {
      unplugCamera();
    },
  },
];

async function closeAllButWeb({ paths: { guest } }: Lab): Promise<void> {
  await guest.cut({ protocol: 'udp' });
  await guest.cut({ protocol: 'tcp', port: `1:${WEB_PORT - 1}` });
  await guest.cut({ protocol: 'tcp', port: `${WEB_PORT + 1}:65535` });
}

/** Kills the media server and waits until its replacement listens. */
export async function killMediaServer(lab: Lab, site: Site): Promise<void> {
  await kill(site, MEDIA_SERVER);
  await seconds(1);
  const { mediaPort } = site.stack;
  while (!(await lab.servers.run('ss', '-Htln', `sport = :${mediaPort}`))) await sleep(20);
}

async function kill(site: Site | null, command: RegExp, signal: 'SIGKILL' | 'SIGQUIT' = 'SIGKILL') {
  if (site) process.kill(await descendant(site.stack.pid, command), signal);
}

/** Kills the worker that used the most CPU time in the last second. */
async function killBusyWorker({ stack }: Site): Promise<void> {
  const workers = descendants(stack.pid)
    .filter(({ argv }) => argv[0]?.endsWith('mediasoup-worker'))
    .map(({ pid }) => ({ pid, share: watchShare([pid]) }));
  await seconds(1);
  const [busiest] = workers.toSorted((a, b) => (b.share() ?? 0) - (a.share() ?? 0));
  if (!busiest) throw new Error('No media worker runs');
  process.kill(busiest.pid, 'SIGKILL');
}

/**
 * Kills the process of the host's browser that reads the camera, which ends its track as if the camera were unplugged.
 */
function unplugCamera(): void {
  // Chromium's processes show their command line as one word.
  const reader = descendants(process.pid).find(({ argv }) =>
    argv.join(' ').includes('video_capture.mojom.VideoCaptureService'),
  );
  if (!reader) throw new Error('No process of the browser reads the camera');
  process.kill(reader.pid, 'SIGKILL');
}
