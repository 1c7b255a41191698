import { installDebianPackages } from '../debian-packages.ts';

/**
 * Installs the tools that simulate bad networks: `ip` and `tc`, and `iptables`.
 * @throws MissingPackagesError
 */
export function ensureNetworkTools(say: (line: string) => void): Promise<void> {
  return installDebianPackages(['iproute2', 'iptables'], say);
}
