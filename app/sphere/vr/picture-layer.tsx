import { useThree } from '@react-three/fiber';
import { useXR, useXRStore, XRLayer } from '@react-three/xr';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Rotate } from '../rotation.ts';
import type { Layer } from './layer.ts';

/** Radius in metres: the eyes' distance makes no difference. */
const FAR = 500;
const QUARTER = Math.PI / 2;

/** Whether the session has layers of videos. Takes the last one out of the session, which the library leaves there. */
export function useLayers(): boolean {
  const store = useXRStore();
  const gl = useThree((state) => state.gl);
  useEffect(
    () =>
      store.subscribe(({ session, layerEntries }, before) => {
        if (!session || layerEntries.length > 0 || before.layerEntries.length === 0) return;
        session.updateRenderState({ layers: [gl.xr.getBaseLayer()] });
      }),
    [store, gl],
  );
  return useXR(
    ({ session, mediaBinding }) =>
      session?.enabledFeatures?.includes('layers') === true &&
      mediaBinding !== undefined &&
      'createEquirectLayer' in mediaBinding &&
      // Null if three.js has found no layers: then it renders to a canvas, which cannot be above them.
      gl.xr.getBinding() !== null,
  );
}

type PictureLayerProps = {
  source: HTMLVideoElement;
  layer: Layer;
  /** From the picture to the headset's space. */
  turn: Rotate;
};

/**
 * A video that the headset itself puts around the viewer, behind what is rendered: it takes the frames from the decoder,
 * without a copy, and samples them once instead of twice.
 */
export function PictureLayer({ source, layer, turn }: PictureLayerProps) {
  const gl = useThree((state) => state.gl);
  useLayoutEffect(() => {
    gl.setClearAlpha(0);
    return () => gl.setClearAlpha(1);
  }, [gl]);
  const quaternion = useMemo(() => {
    const [right, up, back] = [turn(1, 0, 0), turn(0, 1, 0), turn(0, 0, 1)];
    const axes = new Matrix4().makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...back));
    return new Quaternion().setFromRotationMatrix(axes);
  }, [turn]);
  return (
    <XRLayer
      src={source}
      shape="equirect"
      {...layer}
      upperVerticalAngle={QUARTER}
      lowerVerticalAngle={-QUARTER}
      quaternion={quaternion}
      scale={FAR}
      // Its mesh only marks the place: it must hide nothing, and be hit by no pointer.
      visible={false}
      pointerEvents="none"
    />
  );
}
