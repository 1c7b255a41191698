import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { Vector3 } from 'three';
import type { PaintMeter } from '../paint/paint-meter.ts';
import type { PanoramaMode, SpherePicture } from '../picture.ts';
import { type Eye, PanoramaMaterial } from '../webgl/panorama-material.ts';
import type { Head } from './head.ts';
import { HorizonMaterial } from './horizon-material.ts';
import { InFront } from './in-front.tsx';
import { layerOf, layerTurn } from './layer.ts';
import { PictureLayer, useLayers } from './picture-layer.tsx';
import { useFrames } from './use-frames.ts';

/** The layer that three.js renders for one eye only. */
const LAYER: Record<Eye, number> = { left: 1, right: 2 };
const EYES: readonly Eye[] = ['left', 'right'];
/** Columns of the curved screen. */
const COLUMNS = 48;

type SurroundingsProps = {
  source: HTMLVideoElement;
  picture: SpherePicture;
  mode: PanoramaMode;
  off: boolean;
  meter?: PaintMeter;
  head: RefObject<Head | null>;
  /** Where the camera's front is, in degrees; null before the first frame. */
  front: number | null;
  /** Counts how often the viewer has recentred. */
  recentred: number;
};

/**
 * The surroundings of the viewer: the sphere, by the headset itself if it can, or the map on a screen; a horizon without
 * a picture.
 */
export function Surroundings({
  source,
  picture,
  mode,
  off,
  meter,
  head,
  front,
  recentred,
}: SurroundingsProps) {
  const materials = useMemo(() => ({ left: new PanoramaMaterial(), right: new PanoramaMaterial() }), []);
  const horizon = useMemo(() => Object.assign(new HorizonMaterial(), { open: new Vector3() }), []);
  const [isFilled, setFilled] = useState(false);
  useEffect(
    () => () => {
      for (const material of [materials.left, materials.right, horizon]) material.dispose();
    },
    [materials, horizon],
  );

  const { projection, stereo, heading, pitch, roll, lenses, bounds } = picture;
  const isMap = mode === 'equirectangular';
  useLayoutEffect(() => {
    for (const eye of EYES)
      materials[eye].setView(
        mode,
        { projection, stereo, heading, pitch, roll, lenses, bounds },
        // The map's middle is the camera's front, whichever way the viewer faces.
        isMap ? { onScreen: true } : { eye, front: front ?? 0 },
      );
  }, [materials, mode, isMap, projection, stereo, heading, pitch, roll, lenses, bounds, front]);

  useFrames(source, ({ texture }) => {
    for (const eye of EYES) materials[eye].showPicture(texture);
    meter?.countFrame('texture');
    setFilled(true);
  });

  const isShown = isFilled && !off && front !== null;
  const areLayersOffered = useLayers();
  const layer = areLayersOffered && isShown && !isMap ? layerOf({ projection, stereo, bounds }) : null;
  const turn = useMemo(() => layerTurn({ heading, pitch, roll }, front ?? 0), [heading, pitch, roll, front]);
  const isHalf = projection === 'half';
  const isOpen = layer !== null && isHalf;
  useLayoutEffect(() => {
    const [x, y, z] = isOpen ? turn(0, 0, -1) : [0, 0, 0];
    horizon.open.set(x, y, z);
  }, [horizon, isOpen, turn]);

  return (
    <>
      {(!isShown || isMap || isHalf) && (
        <mesh material={horizon} frustumCulled={false} renderOrder={-2}>
          <boxGeometry args={[2, 2, 2]} />
        </mesh>
      )}
      {isShown &&
        (isMap ? (
          <InFront key={recentred} head={head}>
            <mesh material={materials.left} frustumCulled={false} renderOrder={-1}>
              <planeGeometry args={[2, 2, COLUMNS, 1]} />
            </mesh>
          </InFront>
        ) : layer ? (
          <PictureLayer source={source} layer={layer} turn={turn} />
        ) : (
          EYES.map((eye) => (
            <mesh
              key={eye}
              layers={LAYER[eye]}
              material={materials[eye]}
              frustumCulled={false}
              renderOrder={-1}
            >
              <boxGeometry args={[2, 2, 2]} />
            </mesh>
          ))
        ))}
    </>
  );
}
