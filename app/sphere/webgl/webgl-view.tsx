import { useState } from 'react';
import { DETAILED } from '../detail/rectangle.ts';
import { pixelRatio } from '../paint/pixel-ratio.ts';
import { boundsOf } from '../picture.ts';
import { PaintCanvas } from './paint-canvas.tsx';
import { Panorama, type PanoramaProps } from './panorama.tsx';

export { prepareRenderer } from './renderer.ts';

type WebglViewProps = Omit<PanoramaProps, 'onHeight'> & {
  /** The likely height of the picture, in pixels: resizing a canvas takes time. */
  expectedHeight: number;
};

/** Renders a picture by WebGL, which converts and samples it on the GPU. Throws without WebGL. */
export default function WebglView({ expectedHeight, ...scene }: WebglViewProps) {
  const { detail, mode, picture } = scene;
  const [height, setHeight] = useState<number | null>(null);
  return (
    <PaintCanvas
      dpr={(viewHeight) =>
        pixelRatio({
          way: 'texture',
          pictureHeight: (detail ? DETAILED.height : (height ?? expectedHeight)) / boundsOf(picture).height,
          mode,
          stereo: picture.stereo,
          devicePixelRatio,
          viewHeight,
        })
      }
    >
      <Panorama {...scene} onHeight={setHeight} />
    </PaintCanvas>
  );
}
