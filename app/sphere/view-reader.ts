import { useEffect, useRef } from 'react';

/** Gives access to the picture as it is rendered. */
export type ViewReader = {
  /**
   * Returns the canvas with the view on it: WebGL's is empty again after the current task. Null while nothing is
   * rendered.
   */
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
