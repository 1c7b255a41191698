import { createStore } from 'zustand/vanilla';
import { callStore, currentCall, onData } from '../state/call-store.ts';
import { decodeGaze, encodeGaze, type Gaze } from './gaze.ts';

/** The viewer's direction is told this often while it changes... */
const INTERVAL_MS = 100;
/** ...and this often while it does not, as any of these may be lost. */
const REPEAT_MS = 1_000;
/** What was not repeated for this long is not true any more. */
const STALE_MS = 3_000;

type Direction = Omit<Gaze, 'at'>;

/** Where the other person looks in this side's picture; null while that is not known. */
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
 * Tells the other side where this one looks, until it is stopped.
 * @param read the direction now; null where there is none to tell
 * @returns a function that stops, and tells that
 */
export function tellGaze(read: () => Direction | null): () => void {
  let told = 'null';
  let toldAt = Number.NEGATIVE_INFINITY;
  let isTelling = false;
  const tell = async (direction: Direction | null) => {
    // While the channel opens, or cannot, what would be told grows old.
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
      // Until the next one, if there is no way now.
    }
    isTelling = false;
  };
  const timer = setInterval(() => void tell(read()), INTERVAL_MS);
  return () => {
    clearInterval(timer);
    void tell(null);
  };
}
