import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** In the order in which the page created them. */
    connections?: RTCPeerConnection[];
  }
}

/** Init script: keeps the page's connections in `window.connections`. */
export function keepConnections(): void {
  const connections: RTCPeerConnection[] = [];
  window.connections = connections;
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
    }
  };
}

/** Sizes of the videos that arrive, such as `1920×960`. Needs `keepConnections`. */
export function arrivingSizes(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const reports = await Promise.all((window.connections ?? []).map((one) => one.getStats()));
    return reports
      .flatMap((report) => [...report.values()])
      .filter(({ type, framesPerSecond }) => type === 'inbound-rtp' && framesPerSecond > 0)
      .map(({ frameWidth, frameHeight }) => `${frameWidth}×${frameHeight}`);
  });
}
