import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { types } from 'mediasoup';

/** Holds the burst of a 4K key frame; the operating system may grant less. */
const UDP_BUFFER_BYTES = 4 * 1024 * 1024;

type Address = Pick<types.TransportListenInfo, 'ip' | 'announcedAddress' | 'flags'>;

/**
 * Where one worker's WebRtcServer listens: on all addresses of a family if one is announced, else on each of the
 * machine's own, including loopback, so that calls on one machine work offline.
 * @param port 0 for any free one
 * @param announced at most one of each family; a host name counts as IPv4
 */
export function listenInfos(port: number, announced: readonly string[]): types.TransportListenInfo[] {
  const addresses = announced.length > 0 ? announced.map(everywhere) : localAddresses();
  return addresses.flatMap((address) =>
    (['udp', 'tcp'] as const).map((protocol) => ({
      protocol,
      port,
      ...address,
      ...(protocol === 'udp' ? { sendBufferSize: UDP_BUFFER_BYTES, recvBufferSize: UDP_BUFFER_BYTES } : {}),
    })),
  );
}

/** `ipv6Only`, because `::` would take IPv4's port otherwise. */
const everywhere = (announcedAddress: string): Address =>
  isIPv6(announcedAddress)
    ? { ip: '::', announcedAddress, flags: { ipv6Only: true } }
    : { ip: '0.0.0.0', announcedAddress };

/** Public addresses first, and IPv4 before IPv6: the first candidate has the highest priority. */
function localAddresses(): Address[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  // Link-local addresses are useless without the interface's name, which candidates do not carry.
  const usable = found.filter(({ address }) => !/^fe80:/i.test(address));
  return usable
    .toSorted((a, b) => Number(a.internal) - Number(b.internal) || a.family.localeCompare(b.family))
    .map(({ address }) => ({ ip: address }));
}
