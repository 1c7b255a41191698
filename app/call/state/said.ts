import type { PageMessage, PageMessageName, RelayedData } from '#protocol/relayed.ts';

/** Messages from this side: those for the other page, those that change the room's state, and those only for the server. */
export type OutgoingMessage =
  | PageMessageName
  | 'reportHealth'
  | 'raiseHand'
  | 'recordCall'
  | 'answerRecording';

const listeners = new Set<(heard: PageMessage) => void>();

/** Tells the listeners what the other side has said. */
export function receive(heard: PageMessage): void {
  for (const listener of listeners) listener(heard);
}

function isNamed<N extends PageMessageName>(
  heard: PageMessage,
  name: N,
): heard is PageMessage & { name: N; data: RelayedData<N> } {
  return heard.name === name;
}

/** @param listener called with what comes by this message in any call of this tab. @returns a function that ends it */
export function onHeard<N extends PageMessageName>(
  name: N,
  listener: (data: RelayedData<N>) => void,
): () => void {
  const hearOwn = (heard: PageMessage) => {
    if (isNamed(heard, name)) listener(heard.data);
  };
  listeners.add(hearOwn);
  return () => listeners.delete(hearOwn);
}
