import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { LENS_FOV, type LensCircle, type Lenses } from '#protocol/lenses.ts';
import type { Size } from '../capture.ts';
import { DegreesField } from '../degrees-field.tsx';
import { moved, resized } from './circle.ts';
import { CircleHandles } from './circle-handles.tsx';
import { type Found, findCircles, type NotFound } from './find-circles.ts';
import { PercentField } from './percent-field.tsx';

const CIRCLES = [
  { name: 'back', side: 'left' },
  { name: 'front', side: 'right' },
] as const;
/** Width of the picture in which circles are searched: their edges are found to a fraction of its pixels. */
const SEARCHED_WIDTH = 960;

type LensEditorProps = { track: MediaStreamTrack; lenses: Lenses; onChange(lenses: Lenses): void };

/**
 * The unprojected picture of a dual fisheye camera, with its lenses' circles over it, which can be placed by hand or
 * detected.
 */
export function LensEditor({ track, lenses, onChange }: LensEditorProps) {
  const { t } = useTranslation('call');
  const title = useId();
  const video = useRef<HTMLVideoElement>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  /** Null while there is no picture. */
  const [size, setSize] = useState<Size | null>(null);
  const search = useSearch(lenses, onChange);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = new MediaStream([track]);
    element.play().catch(() => {});
  }, [track]);

  const { fov } = lenses;
  const set = (name: keyof Found, circle: LensCircle) => onChange({ ...lenses, [name]: circle });
  return (
    <section aria-labelledby={title} className="grid gap-4">
      <div className="grid gap-1">
        <h3 id={title} className="font-semibold">
          {t('sphere.lens.title')}
        </h3>
        <p className="text-sm text-muted">{t('sphere.lens.hint')}</p>
      </div>
      <div
        ref={setFrame}
        className="relative aspect-2/1 overflow-hidden rounded-lg bg-ink"
        style={size ? { aspectRatio: `${size.width} / ${size.height}` } : undefined}
      >
        <video
          ref={video}
          muted
          playsInline
          disablePictureInPicture
          aria-hidden
          onResize={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
            setSize(width > 0 ? { width, height } : null)
          }
          className="size-full"
        />
        {size && (
          <svg
            viewBox="0 0 1 1"
            preserveAspectRatio="none"
            aria-hidden
            className="pointer-events-none absolute inset-0 size-full fill-none"
          >
            {CIRCLES.map(({ name }) => (
              <Ring key={name} circle={lenses[name]} />
            ))}
          </svg>
        )}
        {size &&
          CIRCLES.map(({ name, side }) => (
            <CircleHandles
              key={name}
              circle={lenses[name]}
              side={side}
              size={size}
              frame={frame}
              label={t(`sphere.lens.${name}`)}
              onChange={(circle) => set(name, circle)}
            />
          ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          disabled={!size}
          onClick={() => video.current && search.find(video.current)}
        >
          {t('sphere.lens.find')}
        </Button>
        {search.undo && (
          <Button variant="quiet" onClick={search.undo}>
            {t('sphere.lens.undo')}
          </Button>
        )}
        <p role="status" className="text-sm empty:hidden">
          {search.outcome && t(`sphere.lens.outcome.${search.outcome}`)}
        </p>
      </div>
      <details className="grid gap-4">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t('sphere.lens.fine')}</summary>
        <div className="grid gap-4">
          {size &&
            CIRCLES.map(({ name }) => (
              <CircleFields
                key={name}
                label={t(`sphere.lens.${name}`)}
                circle={lenses[name]}
                size={size}
                onChange={(circle) => set(name, circle)}
              />
            ))}
          <DegreesField
            label={t('sphere.lens.fov')}
            value={fov}
            {...LENS_FOV}
            onChange={(value) => onChange({ ...lenses, fov: value })}
          />
          <DegreesField
            label={t('sphere.lens.blend')}
            value={Math.min(lenses.blend, fov - LENS_FOV.min)}
            min={0}
            max={fov - LENS_FOV.min}
            onChange={(blend) => onChange({ ...lenses, blend })}
          />
        </div>
      </details>
    </section>
  );
}

/** Two lines, one of which is visible on any picture. */
function Ring({ circle: { x, y, rx, ry } }: { circle: LensCircle }) {
  const ellipse = { cx: x, cy: y, rx, ry, vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <>
      <ellipse {...ellipse} className="stroke-3 stroke-ink" />
      <ellipse {...ellipse} className="stroke-accent [stroke-width:1.5]" />
    </>
  );
}

type CircleFieldsProps = {
  label: string;
  circle: LensCircle;
  size: Size;
  onChange(circle: LensCircle): void;
};

function CircleFields({ label, circle, size, onChange }: CircleFieldsProps) {
  const { t } = useTranslation('call');
  const { x, y, rx } = circle;
  return (
    <fieldset className="grid grid-cols-3 gap-3">
      <legend className="mb-1.5 text-sm text-muted">{label}</legend>
      <PercentField label={t('sphere.lens.x')} value={x} onChange={(to) => onChange(moved(circle, to, y))} />
      <PercentField label={t('sphere.lens.y')} value={y} onChange={(to) => onChange(moved(circle, x, to))} />
      <PercentField
        label={t('sphere.lens.radius')}
        value={rx}
        onChange={(to) => onChange(resized(circle, to, size))}
      />
    </fieldset>
  );
}

/** State of the last detection; it can be undone while the detected circles are unchanged. */
function useSearch(lenses: Lenses, onChange: (lenses: Lenses) => void) {
  const [last, setLast] = useState<{ before: Found; found: Found | NotFound } | null>(null);
  const found = last && typeof last.found !== 'string' ? last.found : null;
  const isKept = found !== null && found.back === lenses.back && found.front === lenses.front;
  const failure = last && typeof last.found === 'string' ? last.found : null;
  return {
    find(video: HTMLVideoElement) {
      const { back, front } = lenses;
      const circles = findCircles(pixelsOf(video));
      setLast({ before: { back, front }, found: circles });
      if (typeof circles !== 'string') onChange({ ...lenses, ...circles });
    },
    undo: last && isKept ? () => onChange({ ...lenses, ...last.before }) : null,
    outcome: failure ?? (isKept ? ('found' as const) : null),
  };
}

/** The current frame, small enough to be searched at once. */
function pixelsOf(video: HTMLVideoElement): ImageData {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, SEARCHED_WIDTH / videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no 2D canvas');
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
