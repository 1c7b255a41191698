import { useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';

/** A browser restores a lost context within this time, or not at all. */
const RESTORE_MS = 5000;

/**
 * Renders again when a lost WebGL context is restored, which three.js has reinitialised by then. Reports a context that
 * is not restored for a while, and a late restoration.
 */
export function useContextLoss(onError: (error: Error) => void, onRestored?: () => void): void {
  const report = useRef({ onError, onRestored });
  report.current = { onError, onRestored };
  const gl = useThree((state) => state.gl);
  const invalidate = useThree((state) => state.invalidate);

  useEffect(() => {
    const canvas = gl.domElement;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onLost = (): void => {
      timer = setTimeout(() => report.current.onError(new Error('The WebGL context was lost')), RESTORE_MS);
    };
    const onRestored = (): void => {
      clearTimeout(timer);
      report.current.onRestored?.();
      invalidate();
    };
    // Lost between the first frame and this effect.
    if (gl.getContext().isContextLost()) onLost();
    canvas.addEventListener('webglcontextlost', onLost);
    canvas.addEventListener('webglcontextrestored', onRestored);
    return () => {
      clearTimeout(timer);
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.removeEventListener('webglcontextrestored', onRestored);
    };
  }, [gl, invalidate]);
}
