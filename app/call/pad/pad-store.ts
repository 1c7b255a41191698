import { createStore } from 'zustand/vanilla';
import { ProtocolError } from '#protocol/errors.ts';
import { PAD_RENEWAL_MS } from '#protocol/limits.ts';
import { callStore, requireCall } from '../state/call-store.ts';
import { type Direction, OPPOSITE } from './directions.ts';
import { isOffered, isReachable } from './offered.ts';

type Pad = {
  /** The directions that the guest holds, by any input: at most one per axis. */
  held: readonly Direction[];
  /** Those of them that have been passed on to the host. */
  sent: readonly Direction[];
};

export const padStore = createStore<Pad>()(() => ({ held: [], sent: [] }));

let renewing: ReturnType<typeof setInterval> | undefined;

function canDirect(): boolean {
  const { call } = callStore.getState();
  return isOffered(call, 'PAD') && isReachable(call);
}

/**
 * Holds a direction until it is released: by `release`, by its opposite, or when the host cannot receive it any more.
 */
export function hold(direction: Direction): void {
  if (padStore.getState().held.includes(direction) || !canDirect()) return;
  release(OPPOSITE[direction]);
  padStore.setState(({ held }) => ({ held: [...held, direction] }));
  void tell(direction, true);
  renewing ??= setInterval(renew, PAD_RENEWAL_MS);
}

export function release(direction: Direction): void {
  const { held, sent } = padStore.getState();
  if (!held.includes(direction)) return;
  const others = (directions: readonly Direction[]) => directions.filter((other) => other !== direction);
  padStore.setState({ held: others(held), sent: others(sent) });
  void tell(direction, false);
  if (held.length > 1) return;
  clearInterval(renewing);
  renewing = undefined;
}

export function releaseAll(): void {
  for (const direction of padStore.getState().held) release(direction);
}

function renew(): void {
  for (const direction of padStore.getState().held) void tell(direction, true);
}

async function tell(direction: Direction, pressed: boolean): Promise<void> {
  try {
    await requireCall().say('padChannel', { direction, pressed });
    const { held, sent } = padStore.getState();
    if (pressed && held.includes(direction) && !sent.includes(direction))
      padStore.setState({ sent: [...sent, direction] });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // A direction that the host does not receive must not be shown as held. Without renewals, the host releases it too.
    if (pressed) release(direction);
  }
}

callStore.subscribe(() => {
  if (!canDirect()) releaseAll();
});
// A page that loses the focus or is hidden does not get the release of a key or finger.
window.addEventListener('blur', releaseAll);
window.addEventListener('pagehide', releaseAll);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') releaseAll();
});
