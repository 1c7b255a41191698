import { useDrag } from '@use-gesture/react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { LensCircle } from '#protocol/lenses.ts';
import type { Size } from '../capture.ts';
import { moved, resized } from './circle.ts';

/** Position of the radius handle on its circle: on a diagonal, because the picture ends at the circle's sides. */
const DIAGONAL = Math.SQRT1_2;
/** How far an arrow key moves, in pixels of the camera's picture. */
const STEP = 1;
const LONG_STEP = 10;

const ARROWS: Record<string, readonly [across: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type CircleHandlesProps = {
  circle: LensCircle;
  /** The side on which the radius is set. */
  side: 'left' | 'right';
  /** Size of the camera's picture, in pixels. */
  size: Size;
  /** The element that shows the picture, to convert the pixels of a drag. */
  frame: HTMLElement | null;
  label: string;
  onChange(circle: LensCircle): void;
};

/** Handles that move and resize one circle, placed over the picture. */
export function CircleHandles({ circle, side, size, frame, label, onChange }: CircleHandlesProps) {
  const { t } = useTranslation('call');
  const outward = side === 'left' ? -1 : 1;
  /** In pixels of the camera's picture. */
  const move = (from: LensCircle, across: number, down: number) =>
    onChange(moved(from, from.x + across / size.width, from.y + down / size.height));
  const widen = (from: LensCircle, by: number) => onChange(resized(from, from.rx + by / size.width, size));
  return (
    <>
      <Handle
        label={t('sphere.lens.middle', { circle: label })}
        at={circle}
        circle={circle}
        scale={scaleOf(frame, size)}
        onDrag={move}
        onArrow={(across, down) => move(circle, across, down)}
      />
      <Handle
        label={t('sphere.lens.edge', { circle: label })}
        at={{ x: circle.x + outward * circle.rx * DIAGONAL, y: circle.y + circle.ry * DIAGONAL }}
        circle={circle}
        scale={scaleOf(frame, size)}
        onDrag={(from, across, down) => widen(from, (outward * across + down) * DIAGONAL)}
        onArrow={(across, down) => widen(circle, across - down)}
      />
    </>
  );
}

/** Pixels of the camera's picture per pixel of the page. */
function scaleOf(frame: HTMLElement | null, { width }: Size): () => number {
  return () => width / (frame?.clientWidth || width);
}

type HandleProps = {
  label: string;
  /** As shares of the picture. */
  at: { x: number; y: number };
  circle: LensCircle;
  scale(): number;
  /** @param from the circle as it was when the drag began */
  onDrag(from: LensCircle, across: number, down: number): void;
  onArrow(across: number, down: number): void;
};

function Handle({ label, at, circle, scale, onDrag, onArrow }: HandleProps) {
  const { t } = useTranslation('call');
  const drag = useDrag(
    ({ movement: [across, down], memo = circle }: { movement: [number, number]; memo?: LensCircle }) => {
      onDrag(memo, across * scale(), down * scale());
      return memo;
    },
    // The arrow keys below are finer.
    { pointer: { keys: false } },
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? LONG_STEP : STEP;
    onArrow(arrow[0] * step, arrow[1] * step);
  };
  return (
    <button
      type="button"
      {...drag()}
      onKeyDown={onKeyDown}
      aria-label={label}
      aria-description={t('sphere.lens.keys')}
      style={{ left: `${100 * at.x}%`, top: `${100 * at.y}%` }}
      className="absolute grid size-11 -translate-1/2 cursor-move touch-none place-content-center rounded-full"
    >
      <span className="block size-4 rounded-full border-2 border-ink bg-accent" />
    </button>
  );
}
