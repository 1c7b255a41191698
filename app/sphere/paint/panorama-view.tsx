import { useRef, useState } from 'react';
import type { PaintWay } from '../frames/painted-picture.ts';
import { useLookControls } from '../look/look-controls.ts';
import type { LookStore } from '../look/look-store.ts';
import type { PanoramaMode, SpherePicture } from '../picture.ts';
import { PaintBoundary } from './paint-boundary.tsx';
import { PaintCanvas } from './paint-canvas.tsx';
import type { PaintMeter } from './paint-meter.ts';
import { Panorama } from './panorama.tsx';
import { type PaintedSize, pixelRatio } from './pixel-ratio.ts';

type PanoramaViewProps = {
  /** A video element playing the stream of `track`, visible or not; or a loaded still picture, without a track. */
  source: HTMLVideoElement | HTMLImageElement;
  /** The video track to render; null while it is awaited, so that the canvas is ready when it arrives. */
  track: MediaStreamTrack | null;
  picture: SpherePicture;
  /** The likely height of the picture or the track's frames, in pixels: resizing a canvas takes time. */
  expectedHeight: number;
  mode: PanoramaMode;
  look: LookStore;
  meter?: PaintMeter;
  /** Accessible name of the picture. */
  label: string;
  /** Called with the way pictures are rendered; with planes, the video need not play. Must be a stable function. */
  onWay?: (way: PaintWay) => void;
  /** Nothing is rendered: WebGL is unavailable or its context has been lost for a while. */
  onError: (error: Error) => void;
  /** A lost context is back, and with it the picture. */
  onRestored?: () => void;
};

export { prepareRenderer } from './renderer.ts';

/** Renders a 360° picture that fills its parent, with controls to look around. */
export function PanoramaView({ label, expectedHeight, onError, ...scene }: PanoramaViewProps) {
  const { look, mode, picture } = scene;
  const element = useRef<HTMLDivElement>(null);
  const [painted, setPainted] = useState<PaintedSize | null>(null);
  useLookControls(element, look, mode === 'spherical');

  return (
    <div ref={element} {...attributes(mode, label)}>
      <PaintBoundary onError={onError}>
        <PaintCanvas
          dpr={(viewHeight, way) =>
            pixelRatio({
              ...(painted ?? { way, pictureHeight: expectedHeight }),
              mode,
              stereo: picture.stereo,
              devicePixelRatio,
              viewHeight,
            })
          }
        >
          <PaintBoundary onError={onError}>
            <Panorama {...scene} onSize={setPainted} onError={onError} />
          </PaintBoundary>
        </PaintCanvas>
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
