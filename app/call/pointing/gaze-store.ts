import { createStore } from 'zustand/vanilla';
import { callStore, onData } from '../state/call-store.ts';
import { decodeGaze, type Gaze } from './gaze-message.ts';

/** Without a repetition for this long, the direction is no longer valid. */
const STALE_MS = 3_000;

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
