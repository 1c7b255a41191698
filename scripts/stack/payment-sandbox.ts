import { isPrivate } from '#app/platform/private-url.ts';
import { freePort, type WantedPort } from '../processes/ports.ts';
import type { Settings } from './settings.ts';

/** Ports of `sandbox/stripe`. */
export interface SandboxPorts {
  api: number;
  pages: number;
}

/**
 * Whether payments are simulated: only without a Stripe key, with a database that belongs to this project alone, and on
 * a site that strangers cannot reach.
 */
export function wantsSandbox(
  { STRIPE_SECRET_KEY, PUBLIC_URL }: Pick<Settings, 'STRIPE_SECRET_KEY' | 'PUBLIC_URL'>,
  hasOwnDatabase: boolean,
): boolean {
  return !STRIPE_SECRET_KEY && hasOwnDatabase && (!PUBLIC_URL || isPrivate(PUBLIC_URL));
}

/** The configured ports, else the usual ones, or any free ones for a temporary run beside others. */
export async function sandboxPorts(
  { SANDBOX_API_PORT, SANDBOX_PAGES_PORT }: Settings,
  temporary: boolean,
): Promise<SandboxPorts> {
  return {
    api: SANDBOX_API_PORT ?? (temporary ? await freePort() : 3003),
    pages: SANDBOX_PAGES_PORT ?? (temporary ? await freePort() : 3004),
  };
}

export function wantedSandboxPorts({ api, pages }: SandboxPorts, host: string): WantedPort[] {
  return [
    { variable: 'SANDBOX_API_PORT', port: api, host: '127.0.0.1', protocol: 'tcp' },
    { variable: 'SANDBOX_PAGES_PORT', port: pages, host, protocol: 'tcp' },
  ];
}
