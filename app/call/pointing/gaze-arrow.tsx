import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallState } from '../state/call-state.ts';
import type { Gaze } from './gaze-message.ts';
import { gazeStore } from './gaze-store.ts';
import { ownSphere } from './own-sphere.ts';

/** Less than this away from the front, in degrees, counts as ahead. */
const AHEAD = { yaw: 30, pitch: 30 };
/** Rounded to this step, so that the text does not change all the time. */
const STEP = 15;

const ARROWS = {
  left: { Icon: ArrowLeft, edge: 'top-2/5 left-2' },
  right: { Icon: ArrowRight, edge: 'top-2/5 right-2' },
  up: { Icon: ArrowUp, edge: 'top-18 left-1/2 -translate-x-1/2' },
  down: { Icon: ArrowDown, edge: 'bottom-22 left-1/2 -translate-x-1/2' },
} as const;

/** Says at the edge of the view where the other person looks, from the front of this side's camera. */
export function GazeArrow({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const side = useStore(gazeStore, ({ gaze }) => gaze && sideOf(gaze));
  const degrees = useStore(gazeStore, ({ gaze }) => gaze && awayOf(gaze));
  if (!side || degrees === null || call.cameraOff || !ownSphere(call)) return null;
  const { Icon, edge } = ARROWS[side];
  return (
    <p
      className={`pointer-events-none absolute z-10 flex items-center gap-1 rounded-full bg-ink/70 px-2 py-1 text-sm tabular-nums ${edge}`}
    >
      <Icon aria-hidden size={18} />
      {t(`gaze.${side}`, { degrees })}
    </p>
  );
}

function sideOf({ yaw, pitch }: Gaze): keyof typeof ARROWS | null {
  if (Math.abs(pitch) > AHEAD.pitch && Math.abs(pitch) * 2 > Math.abs(yaw)) return pitch > 0 ? 'up' : 'down';
  if (Math.abs(yaw) <= AHEAD.yaw) return null;
  return yaw > 0 ? 'right' : 'left';
}

function awayOf(gaze: Gaze): number {
  const side = sideOf(gaze);
  const away = Math.abs(side === 'up' || side === 'down' ? gaze.pitch : gaze.yaw);
  return Math.round(away / STEP) * STEP;
}
