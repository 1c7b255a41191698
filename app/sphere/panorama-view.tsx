import { Canvas } from '@react-three/fiber';
import { useRef, useState } from 'react';
import { WebGLRenderer } from 'three';
import { useLookControls } from './look-controls.ts';
import type { LookStore } from './look-store.ts';
import { PaintBoundary } from './paint-boundary.tsx';
import type { PaintMeter } from './paint-meter.ts';
import { Panorama } from './panorama.tsx';
import type { PanoramaMode, SpherePicture } from './picture.ts';
import { type PaintedSize, pixelRatio } from './pixel-ratio.ts';

/** What lies beside the map and beyond half a sphere. */
const INK = '#0b1016';

type PanoramaViewProps = {
  /** Plays the stream of `track`; it need not be seen. */
  video: HTMLVideoElement;
  /** The video track to paint; null while it is awaited, so that the canvas is ready when it comes. */
  track: MediaStreamTrack | null;
  picture: SpherePicture;
  mode: PanoramaMode;
  look: LookStore;
  meter: PaintMeter;
  /** What the picture is, for those who do not see it. */
  label: string;
  /** Nothing is painted any more: there is no WebGL, or it was taken away for good. */
  onError: (error: Error) => void;
};

/** Paints a 360 picture over all of its parent, and looks round in it. */
export function PanoramaView({ label, onError, ...scene }: PanoramaViewProps) {
  const { look, mode, picture } = scene;
  const element = useRef<HTMLDivElement>(null);
  const [painted, setPainted] = useState<PaintedSize | null>(null);
  useLookControls(element, look, mode === 'spherical');

  return (
    <div ref={element} {...attributes(mode, label)}>
      <PaintBoundary onError={onError}>
        <Canvas
          frameloop="demand"
          style={{ position: 'static' }}
          gl={createRenderer}
          dpr={pixelRatio({
            mode,
            stereo: picture.stereo,
            devicePixelRatio: window.devicePixelRatio,
            painted,
          })}
        >
          <Panorama {...scene} onSize={setPainted} onError={onError} />
        </Canvas>
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

function createRenderer(canvas: HTMLCanvasElement | OffscreenCanvas): WebGLRenderer {
  const renderer = new WebGLRenderer({
    canvas,
    alpha: false,
    antialias: false,
    depth: false,
    stencil: false,
  });
  renderer.setClearColor(INK);
  return renderer;
}
