import { createStore } from 'zustand/vanilla';
import { callStore, currentCall, onData } from '../state/call-store.ts';
import { decodeGaze, type Gaze } from './gaze-message.ts';

/** Without a repetition for this long, the direction is no longer valid. */
const STALE_MS = 3_000;

/** When the last message was sent, on the other side's clock: the latest counts. */
let latest = 0;

/** Where the other person looks in this side's picture; null while unknown, or if they do not show it. */
export const gazeStore = createStore<{ gaze: Gaze | null }>()(() => ({ gaze: null }));

let stale: ReturnType<typeof setTimeout> | undefined;

onData('gaze', (data) => {
  const message = decodeGaze(data);
  if (!message || message.at < latest) return;
  latest = message.at;
  clearTimeout(stale);
  const gaze = message.yaw === null ? null : message;
  if (gaze) currentCall()?.look({ look: gaze, speed: gaze.speed });
  gazeStore.setState({ gaze: gaze?.shown ? gaze : null });
  stale = setTimeout(() => gazeStore.setState({ gaze: null }), STALE_MS);
});
callStore.subscribe(({ call }) => {
  if (call) return;
  latest = 0;
  if (gazeStore.getState().gaze) gazeStore.setState({ gaze: null });
});
