import { type EmbedEvent, embedCommandSchema } from '#protocol/embed.ts';
import { callStore, leaveCall } from '../state/call-store.ts';
import { eventsOf } from './events.ts';

/** Whether this page is embedded in another one. The browser enforces whose that may be (`frame-ancestors`). */
export const isEmbedded = (): boolean => window.parent !== window;

/**
 * Reports events of the call to the embedding page, and follows its commands.
 * @returns a function that stops both
 */
export function watchEmbedding(): () => void {
  if (!isEmbedded()) return () => {};
  /** Origin of the page that has answered. */
  let page: string | null = null;
  /** Events to send once it has answered. */
  let waiting: EmbedEvent[] = eventsOf(null, callStore.getState().call);

  const tell = (events: EmbedEvent[]) => {
    if (page === null) waiting.push(...events);
    else for (const event of events) window.parent.postMessage(event, page);
  };

  const hear = ({ source, origin, data }: MessageEvent) => {
    const command = embedCommandSchema.safeParse(data);
    const origins = callStore.getState().call?.keyed?.origins;
    // Until the room is known, only the browser has checked the page's origin.
    if (!command.success || source !== window.parent || (origins && !origins.includes(origin))) return;
    if (command.data.type === 'leave') return void leaveCall();
    page = origin;
    tell(waiting);
    waiting = [];
  };

  window.addEventListener('message', hear);
  // Sent to any origin: the message reveals nothing.
  window.parent.postMessage({ panocall: 1, type: 'ready' } satisfies EmbedEvent, '*');
  const unsubscribe = callStore.subscribe(({ call }, before) => tell(eventsOf(before.call, call)));
  return () => {
    window.removeEventListener('message', hear);
    unsubscribe();
  };
}
