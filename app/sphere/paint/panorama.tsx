import { useFrame, useStore, useThree } from '@react-three/fiber';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { PerspectiveCamera } from 'three';
import { FrameFeed } from '../frames/frame-feed.ts';
import { paintWay } from '../frames/paint-way.ts';
import type { PaintWay } from '../frames/painted-picture.ts';
import type { LookStore } from '../look/look-store.ts';
import type { PanoramaMode, SpherePicture } from '../picture.ts';
import { useContextLoss } from './context-loss.ts';
import type { PaintMeter } from './paint-meter.ts';
import { PanoramaMaterial } from './panorama-material.ts';
import type { PaintedSize } from './pixel-ratio.ts';

const RENDER_INSTEAD_OF_FIBER = 1;
const radians = Math.PI / 180;

export type PanoramaProps = {
  source: HTMLVideoElement | HTMLImageElement;
  track: MediaStreamTrack | null;
  picture: SpherePicture;
  mode: PanoramaMode;
  look: LookStore;
  meter?: PaintMeter;
  onWay?: (way: PaintWay) => void;
  /** The video's size or the way it is rendered has changed. */
  onSize: (size: PaintedSize) => void;
  onError: (error: Error) => void;
  onRestored?: () => void;
};

/** The scene: rendered only for a new video frame or a change of the view. */
export function Panorama(props: PanoramaProps) {
  const { source, track, picture, mode, look, meter, onSize, onWay, onError, onRestored } = props;
  const invalidate = useThree((state) => state.invalidate);
  const painted = useRef<PaintedSize | null>(null);
  const gl = useThree((state) => state.gl);
  const way = useMemo(() => paintWay(gl.getContext()), [gl]);
  const material = useMemo(() => new PanoramaMaterial(way), [way]);
  const feed = useMemo(
    () => new FrameFeed({ way, shown: source, onFrame: invalidate, onElement: () => onWay?.('texture') }),
    [way, source, invalidate, onWay],
  );
  const { projection, stereo, heading } = picture;
  useContextLoss(onError, onRestored);

  useEffect(() => () => material.dispose(), [material]);
  useEffect(() => () => feed.close(), [feed]);
  useEffect(() => {
    feed.follow(track);
  }, [feed, track]);
  useEffect(() => look.subscribe(() => invalidate()), [look, invalidate]);
  useRedrawOnResize();
  useLayoutEffect(() => {
    material.setView(mode, { projection, stereo, heading });
    invalidate();
  }, [material, mode, projection, stereo, heading, invalidate]);

  useFrame(({ gl, scene, camera, size }) => {
    if (gl.getContext().isContextLost()) return;
    const fresh = feed.take();
    if (fresh) {
      material.showPicture(fresh);
      const { way, height } = fresh;
      const last = painted.current;
      if (last?.way !== way || last.pictureHeight !== height) {
        if (last?.way !== way) onWay?.(way);
        painted.current = { way, pictureHeight: height };
        onSize(painted.current);
      }
    }
    if (camera instanceof PerspectiveCamera) turnCamera(camera, look);
    material.fitMap(size.width, size.height);
    gl.render(scene, camera);
    if (fresh) meter?.countFrame(fresh.way);
  }, RENDER_INSTEAD_OF_FIBER);

  return (
    <mesh material={material} frustumCulled={false}>
      {mode === 'equirectangular' ? <planeGeometry args={[2, 2]} /> : <boxGeometry args={[2, 2, 2]} />}
    </mesh>
  );
}

/** Resizing clears a canvas: it would flash until the next animation frame. */
function useRedrawOnResize(): void {
  const store = useStore();
  useEffect(
    () =>
      store.subscribe((now, before) => {
        const resized = now.size !== before.size || now.viewport.dpr !== before.viewport.dpr;
        if (resized && now.internal.active) now.advance(performance.now());
      }),
    [store],
  );
}

function turnCamera(camera: PerspectiveCamera, look: LookStore): void {
  const { yaw, pitch, roll, fov } = look.getState();
  camera.rotation.set(pitch * radians, -yaw * radians, -roll * radians, 'YXZ');
  if (camera.fov === fov) return;
  camera.fov = fov;
  camera.updateProjectionMatrix();
}
