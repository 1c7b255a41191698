import { networkInterfaces } from 'node:os';
import type { types } from 'mediasoup';

/** Room for the burst of a 4K key frame; the system may give less. */
const UDP_BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * Where one worker's WebRtcServer listens: behind an announced address on everything, else on each of the
 * machine's own IPv4 addresses, the loopback's included, so that a call on one machine works offline.
 * @param port 0 for any free one
 */
export function listenInfos(port: number, announcedAddress: string | null): types.TransportListenInfo[] {
  const addresses = announcedAddress === null ? localAddresses() : ['0.0.0.0'];
  return addresses.flatMap((ip) =>
    (['udp', 'tcp'] as const).map((protocol) => ({
      protocol,
      ip,
      port,
      ...(announcedAddress === null ? {} : { announcedAddress }),
      ...(protocol === 'udp' ? { sendBufferSize: UDP_BUFFER_BYTES, recvBufferSize: UDP_BUFFER_BYTES } : {}),
    })),
  );
}

/** Outward addresses first: the first candidate has the highest priority. */
function localAddresses(): string[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const ipv4 = found.filter(({ family }) => family === 'IPv4');
  return ipv4.toSorted((a, b) => Number(a.internal) - Number(b.internal)).map(({ address }) => address);
}
