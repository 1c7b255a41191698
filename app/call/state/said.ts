import type { RealtimeEvent } from '#app/realtime/page-protocol.ts';
import type { RelayedData, RelayedName } from '#protocol/relayed.ts';

/** Messages from the other side, which the server relays: small, and in order. */
export type IncomingMessage = Extract<RealtimeEvent, { name: RelayedName }>;

/** Messages from this side: relayed ones, those that change the room's state, and those only for the server. */
export type OutgoingMessage = RelayedName | 'reportHealth' | 'raiseHand' | 'recordCall' | 'answerRecording';

const listeners = new Set<(heard: IncomingMessage) => void>();

/** Tells the listeners what the other side has said. */
export function receive(heard: IncomingMessage): void {
  for (const listener of listeners) listener(heard);
}

function isNamed<N extends RelayedName>(
  heard: IncomingMessage,
  name: N,
): heard is IncomingMessage & { name: N; data: RelayedData<N> } {
  return heard.name === name;
}

/** @param listener called with what comes by this message in any call of this tab. @returns a function that ends it */
export function onHeard<N extends RelayedName>(
  name: N,
  listener: (data: RelayedData<N>) => void,
): () => void {
  const hearOwn = (heard: IncomingMessage) => {
    if (isNamed(heard, name)) listener(heard.data);
  };
  listeners.add(hearOwn);
  return () => listeners.delete(hearOwn);
}
