import type { Direction } from '#app/sphere/look/look-store.ts';
import { currentCall } from '../state/call-store.ts';
import { encodeGaze, type Gaze } from './gaze-message.ts';

/** Minimum interval between two messages: a picture's. */
const SOONEST_MS = 1000 / 30;
/** Interval at which changes are noticed that nothing announces, such as of the view's shape, and the end of a turn. */
const LOOK_MS = 100;
/** Interval of messages while nothing changes, as any message may be lost. */
const REPEAT_MS = 1_000;

type Told = Omit<Gaze, 'at' | 'speed'>;

const STILL: Direction = { yaw: 0, pitch: 0 };

/**
 * Sends this side's direction of view, at once when it changes, until it is stopped.
 * @param read returns the current direction; null if there is none to send
 * @param onChange calls back when the direction has changed, and returns a function that ends that
 * @returns a function that stops, and sends that it has
 */
export function tellGaze(read: () => Told | null, onChange: (changed: () => void) => () => void): () => void {
  let told = 'null';
  let toldAt = Number.NEGATIVE_INFINITY;
  let before: Told | null = null;
  let isTelling = false;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const tell = async (now: Told | null) => {
    // While the channel is opening, or cannot open, queued directions would become outdated.
    if (isTelling) return;
    const at = performance.now();
    const message = now && { ...now, speed: before ? speedOf(before, now, at - toldAt) : STILL };
    const text = JSON.stringify(message);
    if (text === told && (!message || at - toldAt < REPEAT_MS)) return;
    [told, toldAt, before] = [text, at, now];
    isTelling = true;
    const sent = encodeGaze({ at: Date.now(), ...(message ?? { yaw: null }) });
    try {
      await currentCall()?.sendData('gaze', sent);
    } catch {
      // Errors are ignored: the next message follows soon.
    }
    isTelling = false;
  };
  const stopListening = onChange(() => {
    soon ??= setTimeout(
      () => {
        soon = undefined;
        void tell(read());
      },
      Math.max(0, toldAt + SOONEST_MS - performance.now()),
    );
  });
  const timer = setInterval(() => void tell(read()), LOOK_MS);
  return () => {
    stopListening();
    clearTimeout(soon);
    clearInterval(timer);
    void tell(null);
  };
}

/** In degrees a second. */
function speedOf(before: Direction, now: Direction, ms: number): Direction {
  const turn = ((now.yaw - before.yaw + 540) % 360) - 180;
  const perSecond = 1000 / Math.max(SOONEST_MS, ms);
  const round = (degrees: number) => Math.round(degrees * perSecond);
  return { yaw: round(turn), pitch: round(now.pitch - before.pitch) };
}
