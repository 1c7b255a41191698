import { createRoot, extend, type ReconcilerRoot } from '@react-three/fiber';
import { createXRStore, XR } from '@react-three/xr';
import { useEffect, useLayoutEffect, useState } from 'react';
import {
  BoxGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RingGeometry,
  WebGLRenderer,
} from 'three';
import { useIconImages } from './icon-images.tsx';
import { VrScene, type VrViewProps } from './vr-scene.tsx';

// Registers the elements of the scene, and of the library.
extend({ Group, Mesh, BoxGeometry, PlaneGeometry, RingGeometry, MeshBasicMaterial });

/** Maximum duration of a pointer's press: in the air it takes longer than with a mouse. */
const PRESS_MS = 1500;

/**
 * Renders a video in a headset, on a canvas that the page does not show. Controllers and hands are only rays, and only
 * while the panel is shown: their models would have to be fetched.
 */
export function VrView(props: VrViewProps) {
  const [isPanelShown] = useState(() => ({ current: true }));
  const [store] = useState(() => createStore(() => isPanelShown.current));
  const { rows, question, onError } = props;
  const { icons, images } = useIconImages([...rows.flat(), ...(question?.buttons ?? [])]);
  const root = useRenderer(onError);

  useEffect(() => () => store.destroy(), [store]);
  useLayoutEffect(() => {
    root?.render(
      <XR store={store}>
        <VrScene {...props} images={images} isPanelShown={isPanelShown} />
      </XR>,
    );
  });
  return icons;
}

/** @param onError called without WebGL, and when its context is lost */
function useRenderer(onError: (error: Error) => void): ReconcilerRoot<HTMLCanvasElement> | null {
  const [root, setRoot] = useState<ReconcilerRoot<HTMLCanvasElement> | null>(null);
  useEffect(() => {
    const onLost = () => onError(new Error('The WebGL context was lost'));
    const start = () => {
      const canvas = document.createElement('canvas');
      const gl = new WebGLRenderer({ canvas, alpha: false, antialias: false, stencil: false });
      gl.debug.checkShaderErrors = import.meta.env.DEV;
      canvas.addEventListener('webglcontextlost', onLost);
      // The headset's own size replaces it.
      const size = { width: innerWidth, height: innerHeight, top: 0, left: 0 };
      const made = createRoot(canvas).configure({ gl, size, dpr: 1, frameloop: 'demand' });
      end = () => {
        canvas.removeEventListener('webglcontextlost', onLost);
        made.unmount();
      };
      setRoot(made);
    };
    // Once, also in React's strict mode: a session supports one renderer.
    const timer = setTimeout(() => {
      try {
        start();
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
      }
    });
    let end = () => clearTimeout(timer);
    return () => end();
  }, [onError]);
  return root;
}

function createStore(isRayShown: () => boolean) {
  const ray = {
    clickThresholdMs: PRESS_MS,
    rayModel: { opacity: () => (isRayShown() ? 0.5 : 0) },
  };
  const handHeld = { model: false, grabPointer: false, teleportPointer: false, rayPointer: ray } as const;
  return createXRStore({
    // Each of these would send requests to other sites, or start without a click.
    emulate: false,
    offerSession: false,
    enterGrantedSession: false,
    // The layout of a controller's buttons. It is not used here, but without it there is no controller.
    baseAssetPath: new URL('/vr/', location.href).href,
    controller: handHeld,
    hand: { ...handHeld, touchPointer: false },
    gaze: { clickThresholdMs: PRESS_MS },
    transientPointer: { clickThresholdMs: PRESS_MS },
    screenInput: { clickThresholdMs: PRESS_MS },
  });
}
