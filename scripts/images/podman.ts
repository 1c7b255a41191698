import { type Child, runChild, startChild } from '../processes/child.ts';

/** Podman would have systemd run an image's health check; here it is run on demand. */
const env = { ...process.env, DISABLE_HC_SYSTEMD: 'true' };

/** Not crun, Debian's default: it refuses machines with cgroups of both versions. */
const PODMAN = ['podman', '--runtime=runc'];

/** Runs Podman. @returns its output @throws Error with its output if it fails */
export async function podman(...args: string[]): Promise<string> {
  return (await runChild([...PODMAN, ...args], { env })).trim();
}

/** Runs Podman and shows its output as it comes. */
export async function podmanAloud(...args: string[]): Promise<void> {
  await runChild([...PODMAN, ...args], { env, output: 'inherit' });
}

/** Starts Podman and keeps it running. */
export function startPodman(...args: string[]): Child {
  return startChild([...PODMAN, ...args], { env });
}
