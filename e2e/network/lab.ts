import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '#scripts/testing/chromium.ts';
import { LAUNCH_ARGS } from '../support/browser.ts';
import { type Family, Namespace, removeLeftovers } from './namespaces.ts';
import { NetworkPath } from './network-path.ts';

/** The servers' single address, as if public; both visitors have a route to it and to each other. */
export const SITE_ADDRESS = '10.77.0.1';

/** The servers' address, the prefixes of the visitors, and the setting that forwards packets between them. */
const NETWORKS = {
  4: { site: SITE_ADDRESS, host: '10.77.1.', guest: '10.77.2.', forward: 'ipv4/ip_forward' },
  6: { site: 'fd77::1', host: 'fd77:1::', guest: 'fd77:2::', forward: 'ipv6/conf/all/forwarding' },
} as const satisfies Record<Family, unknown>;

export type Visitor = 'host' | 'guest';

/**
 * Three machines on this one: the servers and two visitors, each in a separate network namespace. The servers' machine
 * forwards packets, so that the visitors also reach each other.
 *
 * ```
 * host 10.77.1.2 ─── 10.77.1.1 servers 10.77.2.1 ─── 10.77.2.2 guest
 *                          lo: 10.77.0.1
 * ```
 *
 * Machines of an IPv6 lab have no IPv4 addresses except loopback.
 *
 * The namespace of the machine itself is not changed.
 */
export class Lab {
  /** The servers' address. */
  readonly address: string;
  readonly servers: Namespace;
  readonly paths: Record<Visitor, NetworkPath>;
  readonly #folder: string;

  private constructor(
    address: string,
    servers: Namespace,
    paths: Record<Visitor, NetworkPath>,
    folder: string,
  ) {
    this.address = address;
    this.servers = servers;
    this.paths = paths;
    this.#folder = folder;
  }

  static async open(family: Family = 4): Promise<Lab> {
    await removeLeftovers();
    const { site, host, guest, forward } = NETWORKS[family];
    const servers = await Namespace.create('servers');
    await servers.ip(`addr add ${site} dev lo`);
    await servers.run('sh', '-c', `echo 1 > /proc/sys/net/${forward}`);
    const paths = {
      host: await NetworkPath.open(servers, site, 'host', host),
      guest: await NetworkPath.open(servers, site, 'guest', guest),
    };
    return new Lab(site, servers, paths, await mkdtemp(join(tmpdir(), 'network-lab-')));
  }

  /**
   * Starts a browser on a visitor's machine. Playwright controls it through pipes, which need no network.
   * @param args additional Chromium switches
   */
  async launch(visitor: Visitor, args: readonly string[]): Promise<Browser> {
    const executablePath = join(this.#folder, visitor);
    const command = [...this.paths[visitor].namespace.within, findChromium() ?? 'chromium'];
    await writeFile(executablePath, `#!/bin/sh\nexec ${command.map(quoted).join(' ')} "$@"\n`);
    await chmod(executablePath, 0o700);
    return chromium.launch({
      executablePath,
      // The certificate is self-signed.
      args: [...LAUNCH_ARGS, '--ignore-certificate-errors', ...args],
      // The code that opened the lab closes everything, in order.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  }

  /** Ends the processes on the three machines, and removes the machines. */
  async close(): Promise<void> {
    for (const path of Object.values(this.paths)) await path.namespace.remove();
    await this.servers.remove();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
