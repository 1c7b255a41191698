import { useRef, useState } from 'react';
import type { PaintWay } from '../frames/painted-picture.ts';
import { likelyWay } from '../frames/track-processor.ts';
import { useLookControls } from '../look/look-controls.ts';
import type { LookStore } from '../look/look-store.ts';
import type { PanoramaMode, SpherePicture } from '../picture.ts';
import { PaintBoundary } from './paint-boundary.tsx';
import { PaintCanvas } from './paint-canvas.tsx';
import type { PaintMeter } from './paint-meter.ts';
import { Panorama } from './panorama.tsx';
import { type PaintedSize, pixelRatio } from './pixel-ratio.ts';

type PanoramaViewProps = {
  /** Plays the stream of `track`; it need not be seen. Or a still picture that is loaded, and no track. */
  source: HTMLVideoElement | HTMLImageElement;
  /** The video track to paint; null while it is awaited, so that the canvas is ready when it comes. */
  track: MediaStreamTrack | null;
  picture: SpherePicture;
  /** The height that the picture or the track's frames will most likely have, in pixels: giving a canvas another size takes time. */
  expectedHeight: number;
  mode: PanoramaMode;
  look: LookStore;
  meter?: PaintMeter;
  /** What the picture is, for those who do not see it. */
  label: string;
  /** How pictures are painted from now on; by planes, the video need not play. Must stay the same function. */
  onWay?: (way: PaintWay) => void;
  /** Nothing is painted any more: there is no WebGL, or it was taken away for good. */
  onError: (error: Error) => void;
};

export { prepareRenderer } from './renderer.ts';

/** Paints a 360 picture over all of its parent, and looks round in it. */
export function PanoramaView({ label, expectedHeight, onError, ...scene }: PanoramaViewProps) {
  const { look, mode, picture } = scene;
  const element = useRef<HTMLDivElement>(null);
  const [painted, setPainted] = useState<PaintedSize>({ way: likelyWay(), pictureHeight: expectedHeight });
  useLookControls(element, look, mode === 'spherical');

  return (
    <div ref={element} {...attributes(mode, label)}>
      <PaintBoundary onError={onError}>
        <PaintCanvas
          dpr={(viewHeight) =>
            pixelRatio({ ...painted, mode, stereo: picture.stereo, devicePixelRatio, viewHeight })
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
    // As an application, so that a screen reader leaves the arrow keys to the view.
    role: 'application',
    'aria-label': label,
    tabIndex: 0,
    className: 'cursor-grab active:cursor-grabbing',
    // The focus ring lies within: outside there is nothing but the edge of the window.
    style: { ...style, touchAction: 'none', outlineOffset: -3 },
  };
}
