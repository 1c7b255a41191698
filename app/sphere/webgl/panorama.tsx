import { useFrame, useStore } from '@react-three/fiber';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { PerspectiveCamera } from 'three';
import type { LookStore } from '../look/look-store.ts';
import type { PaintMeter } from '../paint/paint-meter.ts';
import type { PanoramaMode, SpherePicture } from '../picture.ts';
import type { ViewReader } from '../view-reader.ts';
import { copyOf, readRatio, useViewReader } from '../view-reader.ts';
import { useContextLoss } from './context-loss.ts';
import { DetailSource } from './detail-source.ts';
import { ElementPicture, ElementSource, StillSource } from './element-source.ts';
import { PanoramaMaterial } from './panorama-material.ts';

const RENDER_INSTEAD_OF_FIBER = 1;
/** Canvases of 2D contexts, and JPEG encoders, take no longer sides in every browser. */
const LONGEST_SIDE = 8_192;
const radians = Math.PI / 180;

export type PanoramaProps = {
  source: HTMLVideoElement | HTMLImageElement;
  /** Track with a part of the picture in full detail; null without one. */
  detail?: MediaStreamTrack | null;
  picture: SpherePicture;
  mode: PanoramaMode;
  look: LookStore;
  meter?: PaintMeter;
  view?: ViewReader;
  /** Pauses rendering. */
  paused?: boolean;
  /** Called with the picture's height in pixels when it has changed. */
  onHeight: (height: number) => void;
  onError: (error: Error) => void;
  onRestored?: () => void;
};

/** The scene: rendered only for a new video frame or a change of the view. */
export function Panorama(props: PanoramaProps) {
  const { source, detail = null, picture, mode, look, meter, onHeight, onError, onRestored } = props;
  const invalidate = useInvalidate(props.paused ?? false);
  const height = useRef(0);
  const material = useMemo(() => new PanoramaMaterial(), []);
  const frames = useMemo(() => {
    const shown = new ElementPicture(source);
    return source instanceof HTMLVideoElement
      ? new ElementSource(source, shown, invalidate)
      : new StillSource(shown);
  }, [source, invalidate]);
  const part = useMemo(() => detail && new DetailSource(detail), [detail]);
  const isDetailed = part !== null;
  const { projection, stereo, heading, pitch, roll, lenses, bounds } = picture;
  const store = useStore();
  useContextLoss(onError, onRestored);
  useViewReader(props.view, async () => {
    const { gl, size, viewport, advance } = store.getState();
    // All in one task, so that the browser does not show it: setting a ratio clears the canvas.
    const side = Math.min(gl.capabilities.maxTextureSize, LONGEST_SIDE);
    gl.setPixelRatio(readRatio(size, { side, pixels: side * side }));
    advance(performance.now());
    const { width, height } = gl.domElement;
    const copy = copyOf(gl.domElement, width, height);
    gl.setPixelRatio(viewport.dpr);
    advance(performance.now());
    return copy;
  });

  useEffect(() => () => material.dispose(), [material]);
  useEffect(() => () => frames.close(), [frames]);
  useEffect(() => () => part?.close(), [part]);
  useEffect(() => look.subscribe(() => invalidate()), [look, invalidate]);
  useRedrawOnResize();
  useLayoutEffect(() => {
    material.setView(mode, { projection, stereo, heading, pitch, roll, lenses, bounds }, { isDetailed });
    invalidate();
  }, [material, mode, projection, stereo, heading, pitch, roll, lenses, bounds, isDetailed, invalidate]);

  useFrame(({ gl, scene, camera, size }) => {
    if (gl.getContext().isContextLost()) return;
    const fresh = frames.take();
    if (fresh) {
      material.showPicture(fresh.texture);
      if (height.current !== fresh.height) {
        height.current = fresh.height;
        onHeight(fresh.height);
      }
    }
    if (part) material.showDetail(part.texture, part.take());
    if (camera instanceof PerspectiveCamera) turnCamera(camera, look);
    material.fitMap(size.width, size.height);
    gl.render(scene, camera);
    if (fresh) meter?.countFrame('texture');
  }, RENDER_INSTEAD_OF_FIBER);

  return (
    <mesh material={material} frustumCulled={false}>
      {mode === 'equirectangular' ? <planeGeometry args={[2, 2]} /> : <boxGeometry args={[2, 2, 2]} />}
    </mesh>
  );
}

/** Returns a function that requests a rendering; while paused, the request is deferred. */
function useInvalidate(paused: boolean): () => void {
  const store = useStore();
  const isPaused = useRef(paused);
  isPaused.current = paused;
  const invalidate = useCallback(() => {
    const { gl, advance, invalidate } = store.getState();
    // In another window it is visible while this one, whose animation frames `invalidate` waits for, may be hidden.
    if (gl.domElement.ownerDocument === document) invalidate();
    else advance(performance.now());
  }, [store]);
  useEffect(() => {
    if (!paused) invalidate();
  }, [paused, invalidate]);
  return useCallback(() => {
    if (!isPaused.current) invalidate();
  }, [invalidate]);
}

/** Redraws at once after a resize, which clears the canvas: it would flash until the next animation frame. */
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
