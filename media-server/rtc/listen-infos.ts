import { networkInterfaces } from 'node:os';
import type { types } from 'mediasoup';

/** Holds the burst of a 4K key frame; the operating system may grant less. */
const UDP_BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * Where one worker's WebRtcServer listens: on all addresses if one is announced, else on each of the machine's IPv4
 * addresses including loopback, so that calls on one machine work offline.
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

/** Public addresses first: the first candidate has the highest priority. */
function localAddresses(): string[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const ipv4 = found.filter(({ family }) => family === 'IPv4');
  return ipv4.toSorted((a, b) => Number(a.internal) - Number(b.internal)).map(({ address }) => address);
}
