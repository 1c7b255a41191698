import { useEffect, useRef } from 'react';

/** Pixels of a read view for each CSS pixel: those of a sharp screen, whatever this one has. */
const READ_RATIO = 2;

/** Gives access to the view of a picture. */
export type ViewReader = {
  /**
   * Renders the view and returns a canvas of it with two pixels for each CSS pixel, or fewer where the renderer cannot.
   * Null while nothing is rendered.
   */
  read: (() => Promise<HTMLCanvasElement | null>) | null;
};

/** @param read renders the view on a canvas of its own */
export function useViewReader(
  reader: ViewReader | undefined,
  read: () => Promise<HTMLCanvasElement | null>,
): void {
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

/**
 * Pixels for each CSS pixel with which to read a view of this size.
 * @param limits what can be rendered: the longest side, and the most pixels
 */
export function readRatio(
  { width, height }: { width: number; height: number },
  limits: { side: number; pixels: number },
): number {
  return Math.min(
    READ_RATIO,
    limits.side / Math.max(width, height),
    Math.sqrt(limits.pixels / (width * height)),
  );
}

/** A copy of a canvas, of this size in pixels. */
export function copyOf(
  source: HTMLCanvasElement | OffscreenCanvas,
  width: number,
  height: number,
): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  Object.assign(copy, { width, height });
  copy.getContext('2d')?.drawImage(source, 0, 0, width, height);
  return copy;
}
