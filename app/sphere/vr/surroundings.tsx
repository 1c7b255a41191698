import { useFrame } from '@react-three/fiber';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { PaintMeter } from '../paint/paint-meter.ts';
import type { PanoramaMode, SpherePicture } from '../picture.ts';
import { ElementPicture, ElementSource } from '../webgl/element-source.ts';
import { type Eye, PanoramaMaterial } from '../webgl/panorama-material.ts';
import { FrameClock } from './frame-clock.ts';
import type { Head } from './head.ts';
import { HorizonMaterial } from './horizon-material.ts';
import { InFront } from './in-front.tsx';

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

/** The surroundings of the viewer: the sphere, or the map on a screen; a horizon without a picture. */
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
  const horizon = useMemo(() => new HorizonMaterial(), []);
  const [isFilled, setFilled] = useState(false);
  const clock = useMemo(() => new FrameClock(), []);
  const frames = useMemo(
    () => new ElementSource(source, new ElementPicture(source), () => clock.announced(performance.now())),
    [source, clock],
  );
  useEffect(() => () => frames.close(), [frames]);
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

  // The video has its own frame rate: a frame is uploaded once, however often the headset shows it.
  useFrame(() => {
    const { totalVideoFrames } = source.getVideoPlaybackQuality();
    const fresh = frames.take(clock.isUnannounced(performance.now(), totalVideoFrames));
    if (!fresh) return;
    for (const eye of EYES) materials[eye].showPicture(fresh.texture);
    meter?.countFrame('texture');
    setFilled(true);
  });

  const isShown = isFilled && !off && front !== null;
  return (
    <>
      {(!isShown || isMap || projection === 'half') && (
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
