import type { types } from 'mediasoup';

type Counted = Pick<
  types.ProducerStat,
  'byteCount' | 'packetCount' | 'packetsLost' | 'type' | 'roundTripTime'
>;
type Source = { id: string; getStats(): Promise<Counted[]> };

/** Counters of a picture on its way to or from a browser. A flow with another `id` starts from zero. */
export type Flow = {
  id: string;
  bytes: number;
  packets: number;
  lost: number;
  /** As the browser last reported it. */
  roundTripMs: number | null;
};

/** Counters of what arrives for a producer, or of what a consumer sends; null without a source. */
export async function flowOf(
  source: Source | undefined,
  type: 'inbound-rtp' | 'outbound-rtp',
): Promise<Flow | null> {
  // Fails if the source was closed meanwhile.
  const streams = (await source?.getStats().catch(() => null)) ?? null;
  if (!source || !streams) return null;
  const flow: Flow = { id: source.id, bytes: 0, packets: 0, lost: 0, roundTripMs: null };
  for (const stream of streams) {
    // A consumer's stats include those of its producer.
    if (stream.type !== type) continue;
    flow.bytes += stream.byteCount;
    flow.packets += stream.packetCount;
    flow.lost += stream.packetsLost;
    if (stream.roundTripTime) flow.roundTripMs = Math.round(stream.roundTripTime);
  }
  return flow;
}

/**
 * @param ms since `before`
 * @returns bitrate in bit/s; loss as a share of the packets, 0 to 1, null without packets
 */
export function rateOf(now: Flow, before: Flow | null, ms: number): { bitrate: number; loss: number | null } {
  const since = before?.id === now.id ? before : { bytes: 0, packets: 0, lost: 0 };
  const packets = now.packets - since.packets;
  // Packets that arrived late were counted as lost before.
  const lost = Math.max(0, now.lost - since.lost);
  return {
    bitrate: ms > 0 ? Math.round((Math.max(0, now.bytes - since.bytes) * 8_000) / ms) : 0,
    loss: packets > 0 ? Math.min(1, lost / Math.max(packets, lost)) : null,
  };
}
