import { type EmbedEvent, embedCommandSchema } from '#protocol/embed.ts';
import { callStore, leaveCall } from '../state/call-store.ts';
import { eventsOf } from './events.ts';

/** Whether this page is within another one. Whose that may be, the browser enforces (`frame-ancestors`). */
export const isEmbedded = (): boolean => window.parent !== window;

/**
 * Tells the page around this one what happens in the call, and does what that asks for.
 * @returns a function that ends it
 */
export function watchEmbedding(): () => void {
  if (!isEmbedded()) return () => {};
  /** Of the page that has answered. */
  let page: string | null = null;
  /** What is told once it has. */
  let waiting: EmbedEvent[] = eventsOf(null, callStore.getState().call);

  const tell = (events: EmbedEvent[]) => {
    if (page === null) waiting.push(...events);
    else for (const event of events) window.parent.postMessage(event, page);
  };

  const hear = ({ source, origin, data }: MessageEvent) => {
    const command = embedCommandSchema.safeParse(data);
    const origins = callStore.getState().call?.keyed?.origins;
    // Before the room is known, the browser alone has looked at whose page it is.
    if (!command.success || source !== window.parent || (origins && !origins.includes(origin))) return;
    if (command.data.type === 'leave') return void leaveCall();
    page = origin;
    tell(waiting);
    waiting = [];
  };

  window.addEventListener('message', hear);
  // To whomever: it says nothing.
  window.parent.postMessage({ panocall: 1, type: 'ready' } satisfies EmbedEvent, '*');
  const unsubscribe = callStore.subscribe(({ call }, before) => tell(eventsOf(before.call, call)));
  return () => {
    window.removeEventListener('message', hear);
    unsubscribe();
  };
}
