import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { proxyUpgrade } from 'httpxy';
import { logger } from '#app/platform/log.server.ts';

const PATH = '/realtime';
/** A media server that does not respond within this time counts as down. */
const UPGRADE_TIMEOUT_MS = 10_000;

/** Vite's own WebSocket, only in development. */
function isVite(req: IncomingMessage): boolean {
  return req.headers['sec-websocket-protocol']?.startsWith('vite-') ?? false;
}

/** Proxies WebSockets at `/realtime` to the media server, so that one origin and one port are enough. */
export function realtimeProxy(target: string) {
  const open = new Set<Duplex>();

  async function proxy(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    try {
      const { hostname, port, protocol } = new URL(target);
      const address = `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
      await proxyUpgrade(address, req, socket, head, { upgradeTimeout: UPGRADE_TIMEOUT_MS });
    } catch (error) {
      logger.warn({ err: error }, 'could not proxy a WebSocket to the media server');
      socket.destroy();
    }
  }

  return {
    onUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
      const path = req.url?.split('?')[0];
      if (path === PATH) void proxy(req, socket, head);
      else if (!isVite(req)) socket.destroy();
    },
    close(): void {
      for (const socket of open) socket.destroy();
    },
  };
}
