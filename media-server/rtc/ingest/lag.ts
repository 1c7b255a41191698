import type { types } from 'mediasoup';
import { z } from 'zod';

const VIDEO_CLOCK_PER_MS = 90;
/** Clocks of cameras and servers differ by less: what grows as slowly is no lag. */
const CLOCK_DRIFT = 0.0001;
/** Lag is told in steps, so that seats are not told at each key frame. In ms. */
const STEP_MS = 500;

/** Of mediasoup's traces of key frames. */
const traceSchema = z.object({ rtpPacket: z.object({ ssrc: z.number(), timestamp: z.number() }) });

/**
 * Calls back when a camera's pictures come later than its own clock says, compared with those that came fastest: its
 * connection is too slow for what it sends, and they wait on the way. How late the fastest ones are is unknown, as the clock
 * has no known start.
 * @param onLag the lag in ms, in steps of half a second; 0 once it has caught up
 */
export async function watchLag(camera: types.Producer, onLag: (ms: number) => void): Promise<void> {
  const lag = new Lag();
  let told = 0;
  let ssrc: number | null = null;
  camera.on('trace', ({ type, timestamp: at, info }) => {
    if (type !== 'keyframe') return;
    const { rtpPacket } = traceSchema.parse(info);
    // Layers have clocks of their own.
    ssrc ??= rtpPacket.ssrc;
    if (rtpPacket.ssrc !== ssrc) return;
    const now = STEP_MS * Math.floor(lag.add(rtpPacket.timestamp, at) / STEP_MS);
    if (now === told) return;
    told = now;
    onLag(now);
  });
  await camera.enableTraceEvent(['keyframe']);
}

/** How late a stream's pictures come, from their timestamps and arrivals. */
export class Lag {
  #elapsed = 0;
  #last: { timestamp: number; at: number } | null = null;
  /** The least difference so far between a picture's arrival and its time by the camera's clock, in ms. */
  #least = Number.POSITIVE_INFINITY;

  /** @param timestamp of RTP at 90 kHz, which wraps @param at arrival in ms @returns lag in ms */
  add(timestamp: number, at: number): number {
    if (this.#last) {
      this.#elapsed += ((timestamp - this.#last.timestamp) | 0) / VIDEO_CLOCK_PER_MS;
      this.#least += (at - this.#last.at) * CLOCK_DRIFT;
    }
    this.#last = { timestamp, at };
    const offset = at - this.#elapsed;
    this.#least = Math.min(this.#least, offset);
    return offset - this.#least;
  }
}
