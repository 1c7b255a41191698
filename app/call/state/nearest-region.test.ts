import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { nearestOf } from './nearest-region.ts';

const servers: WebSocketServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const socket of server.clients) socket.terminate();
    server.close();
  }
});

/** Starts a media server of a region. */
async function open(region: string, answers: boolean) {
  const verifyClient = (_: unknown, accept: (isAccepted: boolean) => void) => {
    if (answers) accept(true);
  };
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient });
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { region, url: `ws://127.0.0.1:${port}` };
}

it('is that of the media server that answers first', async () => {
  const far = await open('far', false);
  const near = await open('near', true);
  expect(await nearestOf([far, near])).toBe('near');
});

it('is null if none answers, or there is none to choose from', async () => {
  expect(await nearestOf([await open('far', false)])).toBeNull();
  expect(await nearestOf([])).toBeNull();
});
