import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server that is not up within this time has failed. */
const TIMEOUT_MS = 60_000;

/** Waits until a server's health check responds with 200. Its certificate may be self-signed. */
export async function waitUntilHealthy(name: string, url: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isHealthy(url))) {
    if (Date.now() > deadline) throw new Error(`${name} does not respond at ${url}.`);
    await sleep(100);
  }
}

function isHealthy(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { timeout: 2_000, rejectUnauthorized: false };
    const request = (url.startsWith('https:') ? getHttps : getHttp)(url, options, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
    request.on('close', () => resolve(false));
  });
}
