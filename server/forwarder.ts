import { createProxyServer, type ProxyServer } from 'httpxy';

/**
 * Forwards requests to a server on the internal network, each on a connection of its own: on a kept one, a request can
 * arrive just as the server closes it, and would fail. @param timeoutMs after which the server counts as down
 */
export function forwarder(target: string, timeoutMs: number): ProxyServer {
  return createProxyServer({ target, proxyTimeout: timeoutMs, timeout: timeoutMs, agent: false });
}
