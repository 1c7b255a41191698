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

type Arriving = {
  /** Such as `1920×960`. */
  size: string;
  /** How often lost packets of it were asked for again. */
  nacks: number;
};

/** The videos that arrive. Needs `keepConnections`. */
export function arrivingVideos(page: Page): Promise<Arriving[]> {
  return page.evaluate(async () => {
    const open = (window.connections ?? []).filter(({ connectionState }) => connectionState !== 'closed');
    const reports = await Promise.all(open.map((one) => one.getStats()));
    return reports
      .flatMap((report) => [...report.values()])
      .filter(({ type, framesPerSecond }) => type === 'inbound-rtp' && framesPerSecond > 0)
      .map((one) => ({ size: `${one.frameWidth}×${one.frameHeight}`, nacks: one.nackCount }));
  });
}

export async function arrivingSizes(page: Page): Promise<string[]> {
  return (await arrivingVideos(page)).map(({ size }) => size);
}
