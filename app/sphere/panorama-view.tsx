import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLookControls } from './look/look-controls.ts';
import type { Direction, LookStore } from './look/look-store.ts';
import { PaintBoundary } from './paint/paint-boundary.tsx';
import type { PaintMeter } from './paint/paint-meter.ts';
import { type PaintWay, paintWay } from './paint/paint-way.ts';
import type { PanoramaMode, SpherePicture } from './picture.ts';
import { prepareWorker } from './software/software-painter.ts';
import { SoftwareView } from './software/software-view.tsx';
import { usePick } from './use-pick.ts';
import type { ViewReader } from './view-reader.ts';

const loadWebglView = () => import('./webgl/webgl-view.tsx');
const WebglView = lazy(loadWebglView);

type PanoramaViewProps = {
  /**
   * A video element playing the stream of `track`, visible or not, null until it exists; or a loaded still picture,
   * without a track.
   */
  source: HTMLVideoElement | HTMLImageElement | null;
  /** The video track to render; null while it is awaited, so that the canvas is ready when it arrives. */
  track: MediaStreamTrack | null;
  /** The track with a part of the picture in full detail; null without one. */
  detail?: MediaStreamTrack | null;
  picture: SpherePicture;
  /** The likely height of the picture or the track's frames, in pixels: resizing a canvas takes time. */
  expectedHeight: number;
  mode: PanoramaMode;
  look: LookStore;
  meter?: PaintMeter;
  /** Receives a function that reads the rendered view. */
  view?: ViewReader;
  /** Pauses rendering, because the picture is shown in a headset. */
  paused?: boolean;
  /** Called with a direction that the viewer has picked. */
  onPick?: (direction: Direction) => void;
  /** Accessible name of the picture. */
  label: string;
  /**
   * Called with the way frames are rendered: with planes, from the first one on, the video need not play. Must be
   * stable.
   */
  onWay?: (way: PaintWay) => void;
  /**
   * Called when nothing can be rendered: neither way is available, or WebGL's context has been lost for a while. May be
   * called more than once.
   */
  onError: (error: Error) => void;
  /** Called when a lost context, and with it the picture, is back. */
  onRestored?: () => void;
};

/** Loads and prepares the code that renders videos in this browser. */
export async function preparePainting(): Promise<void> {
  const way = paintWay();
  if (way === 'planes') prepareWorker();
  if (way === 'texture') (await loadWebglView()).prepareRenderer();
}

/** Renders a 360° picture that fills its parent, with controls to look around. */
export function PanoramaView(props: PanoramaViewProps) {
  const { source, track, picture, expectedHeight, mode, look, meter, view, paused, label } = props;
  const { onWay, onError, onRestored } = props;
  const element = useRef<HTMLDivElement>(null);
  const [way, setWay] = useState(paintWay);
  const scene = { picture, mode, look, meter, view, onError };
  useLookControls(element, look, mode === 'spherical');
  usePick(element, look, mode, props.onPick ?? null);
  useEffect(() => {
    if (way === 'texture') onWay?.(way);
  }, [way, onWay]);
  useEffect(() => {
    if (way === null) onError(new Error('There is neither WebGL nor a way to read frames'));
  }, [way, onError]);
  if (way === null) return null;

  return (
    <div ref={element} {...attributes(mode, label)}>
      <PaintBoundary onError={onError}>
        {way === 'planes' ? (
          <SoftwareView
            {...scene}
            source={source instanceof HTMLImageElement ? source : track}
            detail={props.detail}
            paused={paused}
            onFirst={() => onWay?.('planes')}
            onUnreadable={() => setWay('texture')}
          />
        ) : (
          <Suspense>
            {source && (
              <WebglView
                {...scene}
                source={source}
                detail={props.detail}
                paused={paused}
                expectedHeight={expectedHeight}
                onRestored={onRestored}
              />
            )}
          </Suspense>
        )}
      </PaintBoundary>
    </div>
  );
}

function attributes(mode: PanoramaMode, label: string) {
  const style = { width: '100%', height: '100%' };
  if (mode === 'equirectangular') return { role: 'img', 'aria-label': label, style };
  return {
    // role=application, so that screen readers pass the arrow keys on.
    role: 'application',
    'aria-label': label,
    tabIndex: 0,
    className: 'cursor-grab active:cursor-grabbing',
    // The focus ring is inside, because the view fills the window.
    style: { ...style, touchAction: 'none', outlineOffset: -3 },
  };
}
