import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';

/** A browser that took the context away gives it back sooner than this, or not at all. */
const RESTORE_MS = 5000;

/** Draws again when a lost WebGL context comes back, as three.js has then set itself up anew; reports one that does not. */
export function useContextLoss(onError: (error: Error) => void): void {
  const canvas = useThree((state) => state.gl.domElement);
  const invalidate = useThree((state) => state.invalidate);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onLost = (): void => {
      timer = setTimeout(() => onError(new Error('The WebGL context was lost')), RESTORE_MS);
    };
    const onRestored = (): void => {
      clearTimeout(timer);
      invalidate();
    };
    canvas.addEventListener('webglcontextlost', onLost);
    canvas.addEventListener('webglcontextrestored', onRestored);
    return () => {
      clearTimeout(timer);
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.removeEventListener('webglcontextrestored', onRestored);
    };
  }, [canvas, invalidate, onError]);
}
