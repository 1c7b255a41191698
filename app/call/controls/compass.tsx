import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { LookStore } from '#app/sphere/look/look-store.ts';

/** The view's angle from the camera's front, in steps of 15 degrees for screen readers. */
export function useDegreesInSteps(look: LookStore): number {
  return useStore(look, ({ yaw }) => Math.round(yaw / 15) * 15);
}

/** The needle points to the camera's front; the wedge shows the field of view. It turns without re-rendering. */
export function Needle({ look }: { look: LookStore }) {
  const needle = useRef<SVGGElement>(null);
  useEffect(() => {
    const turn = ({ yaw }: { yaw: number }) => needle.current?.setAttribute('transform', `rotate(${-yaw})`);
    turn(look.getState());
    return look.subscribe(turn);
  }, [look]);
  return (
    <svg viewBox="-24 -24 48 48" aria-hidden="true" className="forced-color-adjust-none">
      <circle r="20" fill="none" stroke="white" strokeOpacity="0.6" />
      <path d="M0 0 L-12 -16 A20 20 0 0 1 12 -16 Z" fill="white" fillOpacity="0.6" />
      <g ref={needle}>
        <path d="M0 -18 L5 -6 L-5 -6 Z" className="fill-accent stroke-ink stroke-2 [paint-order:stroke]" />
      </g>
    </svg>
  );
}
