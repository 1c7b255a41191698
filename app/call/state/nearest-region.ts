import type { Regions } from '#protocol/region.ts';
import { readRegions } from './api.ts';

/** A media server that takes longer to answer is not near. */
const WAIT_MS = 1_000;

let looking: Promise<string | null> | undefined;

/** Looks for the nearest region, if there are several. Creating a room waits for the result, at most a second. */
export function lookForRegion(): void {
  looking ??= readRegions().then(nearestOf, () => null);
}

/** The nearest region; null without a choice, or if none has answered. */
export async function nearestRegion(): Promise<string | null> {
  const found = await looking;
  looking = undefined;
  return found ?? null;
}

/** The region whose media server is the first to open a socket; all are tried at once. */
export function nearestOf(regions: Regions): Promise<string | null> {
  if (regions.length === 0) return Promise.resolve(null);
  return new Promise((resolve) => {
    const sockets = regions.map(({ region, url }) => {
      const socket = new WebSocket(url);
      socket.addEventListener('open', () => settle(region));
      return socket;
    });
    const timer = setTimeout(() => settle(null), WAIT_MS);
    const settle = (region: string | null) => {
      clearTimeout(timer);
      resolve(region);
      for (const socket of sockets) socket.close();
    };
  });
}
