import { currentCall } from '../state/call-store.ts';
import { encodeGaze, type Gaze } from './gaze-message.ts';

/** Interval at which the viewer's direction is sent while it changes. */
const INTERVAL_MS = 100;
/** The same while it does not change, as any message may be lost. */
const REPEAT_MS = 1_000;

type Direction = Omit<Gaze, 'at'>;

/**
 * Sends this side's direction of view until it is stopped.
 * @param read returns the current direction; null if there is none to send
 * @returns a function that stops, and sends that it has
 */
export function tellGaze(read: () => Direction | null): () => void {
  let told = 'null';
  let toldAt = Number.NEGATIVE_INFINITY;
  let isTelling = false;
  const tell = async (direction: Direction | null) => {
    // While the channel is opening, or cannot open, queued directions would become outdated.
    if (isTelling) return;
    const now = performance.now();
    const text = JSON.stringify(direction);
    if (text === told && (!direction || now - toldAt < REPEAT_MS)) return;
    [told, toldAt] = [text, now];
    const at = Date.now();
    isTelling = true;
    try {
      await currentCall()?.sendData('gaze', encodeGaze(direction ? { at, ...direction } : { at, yaw: null }));
    } catch {
      // Errors are ignored: the next message follows soon.
    }
    isTelling = false;
  };
  const timer = setInterval(() => void tell(read()), INTERVAL_MS);
  return () => {
    clearInterval(timer);
    void tell(null);
  };
}
