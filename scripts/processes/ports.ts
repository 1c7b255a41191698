import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the processes of a killed run may take to release their ports. */
const PATIENCE_MS = 3_000;

export interface WantedPort {
  /** Environment variable that sets it. */
  variable: string;
  port: number;
  host: string;
  protocol: 'tcp' | 'udp';
}

/** @throws Error that names the first port in use by another program */
export async function requirePorts(wanted: WantedPort[]): Promise<void> {
  for (const port of wanted) {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await isFree(port))) {
      if (Date.now() > deadline) {
        const { variable, protocol } = port;
        throw new Error(
          `Port ${port.port} (${protocol}, ${variable}) is in use by another program. ` +
            `Stop it, or choose another port: ${variable}=${port.port + 10} npm start`,
        );
      }
      await sleep(100);
    }
  }
}

/** Next port to try; starts at a different port in each process. */
let tried = process.pid * 16;

/**
 * A free port on 127.0.0.1: the preferred one if possible, else any from 20,000 to 31,999. From 32,768 on, systems
 * assign ports themselves: one of those could be taken before the caller's server listens, and its clients would reach
 * another server.
 */
export async function freePort(preferred = 20_000 + (tried++ % 12_000)): Promise<number> {
  return (await boundPort(preferred, '127.0.0.1')) ?? (await freePort());
}

async function isFree({ port, host, protocol }: WantedPort): Promise<boolean> {
  if (protocol === 'tcp') return (await boundPort(port, host)) !== null;
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('error', () => resolve(false));
    socket.bind(port, host, () => socket.close(() => resolve(true)));
  });
}

function boundPort(port: number, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
