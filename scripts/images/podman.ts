import { type Child, runChild, startChild } from '../processes/child.ts';

/** Podman would have systemd repeat an image's health check; here it is run when it is asked for. */
const env = { ...process.env, DISABLE_HC_SYSTEMD: 'true' };

/** Not crun, Debian's default: it refuses machines with cgroups of both versions. */
const PODMAN = ['podman', '--runtime=runc'];

/** @returns what it prints @throws with that, if it fails */
export async function podman(...args: string[]): Promise<string> {
  return (await runChild([...PODMAN, ...args], { env })).trim();
}

/** The same, with its output shown as it comes. */
export async function podmanAloud(...args: string[]): Promise<void> {
  await runChild([...PODMAN, ...args], { env, output: 'inherit' });
}

/** Keeps running. */
export function startPodman(...args: string[]): Child {
  return startChild([...PODMAN, ...args], { env });
}
