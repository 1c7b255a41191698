import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { LookStore } from '#app/sphere/look/look-store.ts';

/**
 * The needle points to the camera's front; the wedge shows the field of view. Pressing it turns the view to the front.
 */
export function Compass({ look }: { look: LookStore }) {
  const { t } = useTranslation('call');
  const needle = useRef<SVGGElement>(null);
  // Screen readers get the angle in steps; the needle itself moves without re-rendering.
  const degrees = useStore(look, ({ yaw }) => Math.round(yaw / 15) * 15);
  useEffect(() => {
    const turn = ({ yaw }: { yaw: number }) => needle.current?.setAttribute('transform', `rotate(${-yaw})`);
    turn(look.getState());
    return look.subscribe(turn);
  }, [look]);
  return (
    <button
      type="button"
      onClick={() => look.getState().reset()}
      title={t('compass.reset')}
      aria-label={`${t('compass.label', { degrees })}. ${t('compass.reset')}`}
      className="size-12 rounded-full bg-ink/90 forced-color-adjust-none"
    >
      <svg viewBox="-24 -24 48 48" aria-hidden="true">
        <circle r="20" fill="none" stroke="white" strokeOpacity="0.6" />
        <path d="M0 0 L-12 -16 A20 20 0 0 1 12 -16 Z" fill="white" fillOpacity="0.6" />
        <g ref={needle}>
          <path
            d="M0 -18 L5 -6 L-5 -6 Z"
            className="fill-horizon-500 stroke-ink stroke-2 [paint-order:stroke]"
          />
        </g>
      </svg>
    </button>
  );
}
