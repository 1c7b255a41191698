import type { Server } from 'node:http';
import type { Log } from './log.ts';

/**
 * Starts listening. Later errors, of connections that could not be accepted, are logged.
 * @throws Error if the port is taken
 */
export function listen(server: Server, host: string, port: number, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', (error) => log.error({ err: error }, 'could not accept a connection'));
      resolve();
    });
  });
}

/** Resolves when the last connection is closed; closes idle ones immediately. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
