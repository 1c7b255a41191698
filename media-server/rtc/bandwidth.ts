import type { types } from 'mediasoup';
import { z } from 'zod';
import { videoTarget } from '#protocol/video-quality.ts';

/** Sending starts at the bitrate of the highest quality; bandwidth estimation adapts from there. */
export const INITIAL_OUTGOING_BITRATE = videoTarget('HIGH', 'equirectangular').bitrate;
/**
 * Lower bound of estimates, in bit/s. mediasoup forwards no layer whose bitrate is above the estimate, and senders go
 * down to 80 kbit/s, which encoders exceed for a while.
 */
const LEAST_OUTGOING_BITRATE = 150_000;

/** Schema of mediasoup's `bwe` traces; bit/s. */
const estimateSchema = z.object({ availableBitrate: z.number() });

/**
 * Reports the bandwidth estimate, which mediasoup makes every second, and at once when it falls by a quarter. Unchanged
 * estimates are reported too: the sender raises its bitrate by one step per report.
 * @param onBandwidth what the transport's browser can receive; bit/s
 */
export async function watchBandwidth(
  transport: Pick<types.WebRtcTransport, 'on' | 'enableTraceEvent' | 'setMinOutgoingBitrate'>,
  onBandwidth: (bitrate: number) => void,
): Promise<void> {
  transport.on('trace', (trace) => {
    if (trace.type !== 'bwe') return;
    const { availableBitrate } = estimateSchema.parse(trace.info);
    if (availableBitrate > 0) onBandwidth(Math.min(availableBitrate, INITIAL_OUTGOING_BITRATE));
  });
  // In parallel: the first picture waits for both.
  await Promise.all([
    transport.enableTraceEvent(['bwe']),
    transport.setMinOutgoingBitrate(LEAST_OUTGOING_BITRATE),
  ]);
}
