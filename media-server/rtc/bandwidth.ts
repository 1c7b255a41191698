import type { types } from 'mediasoup';
import { z } from 'zod';
import { videoTarget } from '#protocol/camera.ts';

/** Sending starts at the bitrate of the highest quality; bandwidth estimation adapts from there. */
export const INITIAL_OUTGOING_BITRATE = videoTarget('HIGH', 'equirectangular').bitrate;
/**
 * Estimates go no lower. Of layers mediasoup forwards none whose bitrate is above the estimate, and senders go down to
 * 80 kbit/s, which encoders exceed for a while.
 */
const LEAST_OUTGOING_BITRATE = 150_000;

/** Of mediasoup's `bwe` traces; bit/s. */
const estimateSchema = z.object({ availableBitrate: z.number() });

/**
 * mediasoup estimates it every second, and at once when it falls by a quarter. The sender is told each time, also of the
 * same estimate: it raises its bitrate a step at a time.
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
  // At once: the first picture waits for both.
  await Promise.all([
    transport.enableTraceEvent(['bwe']),
    transport.setMinOutgoingBitrate(LEAST_OUTGOING_BITRATE),
  ]);
}
