import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { proxyUpgrade } from 'httpxy';
import { logger } from '#app/platform/log.server.ts';
import { clientAddress } from '#protocol/client-address.ts';

const PATH = '/realtime';
/** A media server that does not respond within this time counts as down. */
const UPGRADE_TIMEOUT_MS = 10_000;
/** How long a client may take to close its end once the media server has closed. */
const CLOSE_TIMEOUT_MS = 2_000;
const NOT_FOUND = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Vite's own WebSocket. */
function isVite(req: IncomingMessage): boolean {
  return req.headers['sec-websocket-protocol']?.startsWith('vite-') ?? false;
}

/**
 * Proxies WebSockets at `/realtime` to the media server, so that one origin and one port are enough. Refuses all
 * others: a socket without an error listener ends the process when it is reset. The media server gets the client's
 * address as the only one in X-Forwarded-For, and counts sockets by it.
 * @param proxies number of trusted proxies in front of this server
 * @param withVite leaves Vite's WebSocket to Vite, which listens on the same server during development
 */
export function realtimeProxy(target: string, proxies: number, withVite = false) {
  const open = new Set<Duplex>();

  async function proxy(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    try {
      const { hostname, port, protocol } = new URL(target);
      const address = `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
      const forwardedFor = req.headers['x-forwarded-for'];
      req.headers['x-forwarded-for'] = clientAddress(req.socket.remoteAddress, forwardedFor, proxies);
      const options = { upgradeTimeout: UPGRADE_TIMEOUT_MS, xfwd: false };
      const upstream = await proxyUpgrade(address, req, socket, head, options);
      // Either end may be half open: closing one also closes the other.
      socket.once('close', () => upstream.destroy());
      upstream.once('close', () => setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref());
    } catch (error) {
      logger.warn({ err: error }, 'could not proxy a WebSocket to the media server');
      socket.destroy();
    }
  }

  return {
    onUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
      if (withVite && isVite(req)) return;
      socket.on('error', (error) => logger.debug({ err: error }, 'socket error'));
      if (req.url?.split('?')[0] === PATH) void proxy(req, socket, head);
      else socket.end(NOT_FOUND, () => socket.destroy());
    },
    /** Number of open sockets. */
    get sockets(): number {
      return open.size;
    },
    close(): void {
      for (const socket of open) socket.destroy();
    },
  };
}
