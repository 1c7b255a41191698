import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { directionOf, vectorOf } from '#app/sphere/look/rotation.ts';
import { type SpherePicture, toPicture } from '#app/sphere/picture.ts';
import { markStore } from '../marks/mark-store.ts';
import { gazeStore } from './gaze-store.ts';
import { viewOutline } from './view-outline.ts';

const TURNS = [-360, 0, 360];

/** Degrees of a camera's map from its left and upper edge; null where its picture is none. */
export function mapOf({ projection, stereo }: SpherePicture): { width: number; height: number } | null {
  if (stereo !== 'mono') return null;
  if (projection === 'equirectangular') return { width: 360, height: 180 };
  return projection === 'half' ? { width: 180, height: 180 } : null;
}

/**
 * What the other person sees of this side's picture, as a frame on its map, which this fills; and a place that one of the
 * two has shown.
 */
export function GazeFrame({ picture }: { picture: SpherePicture }) {
  const { t } = useTranslation('call');
  const gaze = useStore(gazeStore, (state) => state.gaze);
  const mark = useStore(markStore, (state) => (state.mark?.picture === 'own' ? state.mark : null));
  const map = mapOf(picture);
  if (!map || !(gaze || mark)) return null;
  const rotate = toPicture(picture);
  const outline = gaze && viewOutline(gaze, rotate);
  const marked = mark && directionOf(rotate(...vectorOf(mark)));
  return (
    <svg
      role="img"
      aria-label={t('gaze.frame')}
      data-testid="gaze"
      viewBox={`${-map.width / 2} ${-map.height / 2} ${map.width} ${map.height}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
    >
      {/* Beyond one edge of the map it goes on at the other one. */}
      {TURNS.map(
        (turn) =>
          outline && (
            <path
              key={turn}
              d={outline}
              transform={`translate(${turn})`}
              vectorEffect="non-scaling-stroke"
              className="fill-white/20 stroke-horizon-500 stroke-2"
            />
          ),
      )}
      {TURNS.map(
        (turn) =>
          marked && (
            <circle
              key={turn}
              data-testid="own-mark"
              cx={marked.yaw + turn}
              cy={-marked.pitch}
              r={12}
              className="fill-horizon-500 stroke-white stroke-4 motion-safe:animate-pulse"
            />
          ),
      )}
    </svg>
  );
}
