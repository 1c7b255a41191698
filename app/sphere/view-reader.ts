import { useEffect, useRef } from 'react';

/** A way to the picture as it is rendered. */
export type ViewReader = {
  /** The canvas with the view on it: WebGL's is empty again after the task that asks. Null while nothing is rendered. */
  read: (() => HTMLCanvasElement | null) | null;
};

/** @param read renders, and returns the canvas */
export function useViewReader(reader: ViewReader | undefined, read: () => HTMLCanvasElement | null): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (!reader) return;
    reader.read = () => latest.current();
    return () => {
      reader.read = null;
    };
  }, [reader]);
}
