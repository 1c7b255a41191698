import { createStore } from 'zustand/vanilla';
import { callStore, currentCall, onData } from '../state/call-store.ts';
import { decodeGaze, encodeGaze, type Gaze } from './gaze.ts';

/** Interval at which the viewer's direction is sent while it changes. */
const INTERVAL_MS = 100;
/** The same while it does not change, as any message may be lost. */
const REPEAT_MS = 1_000;
/** Without a repetition for this long, the direction is no longer valid. */
const STALE_MS = 3_000;

type Direction = Omit<Gaze, 'at'>;

/** Where the other person looks in this side's picture; null while unknown. */
export const gazeStore = createStore<{ gaze: Gaze | null }>()(() => ({ gaze: null }));

let stale: ReturnType<typeof setTimeout> | undefined;

onData('gaze', (data) => {
  const message = decodeGaze(data);
  if (!message || message.at < (gazeStore.getState().gaze?.at ?? 0)) return;
  clearTimeout(stale);
  gazeStore.setState({ gaze: message.yaw === null ? null : message });
  stale = setTimeout(() => gazeStore.setState({ gaze: null }), STALE_MS);
});
callStore.subscribe(({ call }) => {
  if (!call && gazeStore.getState().gaze) gazeStore.setState({ gaze: null });
});

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
