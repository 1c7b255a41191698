import { createStore } from 'zustand/vanilla';

/** Long enough to read a line or two. */
const SHOWN_MS = 7_000;

/** What has just happened, for a while. */
export const noticeStore = createStore<{ notice: { id: number; text: string } | null }>()(() => ({
  notice: null,
}));

let count = 0;
let gone: ReturnType<typeof setTimeout> | undefined;

/** Shows and announces what has happened, in place of what was before it. */
export function notify(text: string): void {
  clearTimeout(gone);
  noticeStore.setState({ notice: { id: ++count, text } });
  gone = setTimeout(() => noticeStore.setState({ notice: null }), SHOWN_MS);
}
