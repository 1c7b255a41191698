import { createStore } from 'zustand/vanilla';

/** Long enough to read a line or two. */
const SHOWN_MS = 7_000;

/** The latest event, while it is shown. */
export const noticeStore = createStore<{ notice: { id: number; text: string } | null }>()(() => ({
  notice: null,
}));

let count = 0;
let gone: ReturnType<typeof setTimeout> | undefined;

/** Shows and announces an event, replacing the previous one. */
export function notify(text: string): void {
  clearTimeout(gone);
  noticeStore.setState({ notice: { id: ++count, text } });
  gone = setTimeout(() => noticeStore.setState({ notice: null }), SHOWN_MS);
}
