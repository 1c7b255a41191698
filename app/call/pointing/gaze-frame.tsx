import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type SpherePicture, toPicture } from '#app/sphere/picture.ts';
import { directionOf, vectorOf } from '#app/sphere/rotation.ts';
import { gazeStore } from './gaze-store.ts';
import { markStore } from './mark-store.ts';
import { viewOutline } from './view-outline.ts';

const TURNS = [-360, 0, 360];
/** From the outside in: dark, light and the colour of marks, so that it stands out on any picture. */
const STROKES = ['stroke-ink stroke-6', 'fill-white/20 stroke-white stroke-4', 'stroke-accent stroke-2'];

/** Size of a camera's map in degrees; null if its picture is not one map. */
export function mapOf({ projection, stereo }: SpherePicture): { width: number; height: number } | null {
  if (stereo !== 'mono') return null;
  if (projection === 'equirectangular') return { width: 360, height: 180 };
  return projection === 'half' ? { width: 180, height: 180 } : null;
}

/**
 * The part of this side's picture that the other person sees, as a frame on the map that this fills; and a place that
 * either of the two has marked.
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
      {/* Drawn once more on either side, because a frame beyond one edge of the map continues at the other. */}
      {TURNS.map(
        (turn) =>
          outline &&
          STROKES.map((stroke) => (
            <path
              key={`${turn} ${stroke}`}
              d={outline}
              transform={`translate(${turn})`}
              vectorEffect="non-scaling-stroke"
              className={`fill-none ${stroke}`}
            />
          )),
      )}
      {TURNS.map(
        (turn) =>
          marked && (
            <g key={turn} transform={`translate(${marked.yaw + turn} ${-marked.pitch})`}>
              <circle r={17} className="fill-ink" />
              <circle r={12} className="fill-accent stroke-white stroke-4" />
            </g>
          ),
      )}
    </svg>
  );
}
