import { ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { LookStore } from '#app/sphere/look/look-store.ts';
import { turnTo } from '#app/sphere/look/turn-to.ts';
import { viewBox } from '#app/sphere/look/view-box.ts';
import type { PanoramaMode } from '#app/sphere/picture.ts';
import { placeInView } from '#app/sphere/place-in-view.ts';
import { gazeChoice } from './gaze-choice.ts';
import { markStore } from './mark-store.ts';

/** Distance of the arrow from the middle, as a share of the view's half width and height. */
const ARROW_AT = 0.7;

type ViewMarkProps = {
  look: LookStore;
  mode: PanoramaMode;
  inHeadset: boolean;
  /** The element that the picture fills. */
  view: HTMLElement | null;
};

/**
 * A marked place in the other person's picture: a pulse at the place, or an arrow towards it. Turns the view there if
 * the viewer has allowed that; never in a headset.
 */
export function ViewMark({ look, mode, inHeadset, view }: ViewMarkProps) {
  const mark = useStore(markStore, (state) => (state.mark?.picture === 'other' ? state.mark : null));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isGuided = mark?.by === 'other' && gazeChoice.getState().comesAlong;
    if (mark && isGuided && mode === 'spherical' && !inHeadset) return turnTo(look, mark);
  }, [mark, look, mode, inHeadset]);
  useEffect(() => {
    const element = place.current;
    if (!mark || !element) return;
    const follow = () => {
      const { width, height } = viewBox(view);
      const aspect = width / height;
      const { at, towards } = placeInView(mark, { mode, look: look.getState(), aspect });
      const radians = (towards * Math.PI) / 180;
      const { x, y } = at ?? { x: ARROW_AT * Math.cos(radians), y: ARROW_AT * Math.sin(radians) };
      element.dataset.inView = String(at !== null);
      element.style.left = `${50 + 50 * x}%`;
      element.style.top = `${50 - 50 * y}%`;
      element.style.rotate = at ? '' : `${-towards}deg`;
    };
    follow();
    const resized = new ResizeObserver(follow);
    if (view) resized.observe(view);
    const stop = look.subscribe(follow);
    return () => {
      resized.disconnect();
      stop();
    };
  }, [mark, look, mode, view]);
  if (!mark) return null;
  return (
    <div
      ref={place}
      aria-hidden
      data-testid="mark"
      className="group pointer-events-none absolute z-10 size-12 -translate-1/2"
    >
      <Pulse className="hidden group-data-[in-view=true]:block" />
      <ArrowRight
        strokeWidth={3}
        className="hidden size-12 rounded-full border-2 border-white bg-ink p-1 text-accent forced-color-adjust-none group-data-[in-view=false]:block"
      />
    </div>
  );
}

/** A light and a dark line around it. */
const ON_ANY_PICTURE = 'ring-2 ring-white outline-2 outline-offset-2 outline-ink forced-color-adjust-none';

function Pulse({ className }: { className: string }) {
  return (
    <span className={className}>
      <span className="absolute inset-2 rounded-full animate-ping border-4 border-white outline-2 outline-ink motion-reduce:hidden" />
      <span
        className={`absolute inset-2 rounded-full border-4 border-accent bg-white/60 ${ON_ANY_PICTURE}`}
      />
    </span>
  );
}
