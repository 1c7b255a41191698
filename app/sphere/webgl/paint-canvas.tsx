import { createRoot, extend, type ReconcilerRoot, type Size } from '@react-three/fiber';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BoxGeometry, Mesh, PlaneGeometry } from 'three';
import { takeRenderer } from './renderer.ts';

/** The scene's elements. The library's own canvas would bundle all of three.js. */
extend({ Mesh, BoxGeometry, PlaneGeometry });

type PaintCanvasProps = {
  /** Rendered pixels per CSS pixel for a view of this height in CSS pixels. */
  dpr: (viewHeight: number) => number;
  children: ReactNode;
};

/**
 * A three.js scene that fills its parent, rendered on demand, on a canvas that may have been prepared before. Throws
 * without WebGL.
 */
export function PaintCanvas({ dpr, children }: PaintCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const [renderer] = useState(takeRenderer);
  const root = useRef<ReconcilerRoot<HTMLCanvasElement> | null>(null);
  const [size, setSize] = useState<Size | null>(null);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    // The displayed size differs from the drawing buffer's.
    renderer.domElement.style.width = '100%';
    renderer.domElement.style.height = '100%';
    element.append(renderer.domElement);
    const measure = () => {
      const { top, left, width, height } = element.getBoundingClientRect();
      if (width > 0 && height > 0) setSize({ top, left, width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [renderer]);

  useLayoutEffect(() => {
    if (!size) return;
    root.current ??= createRoot(renderer.domElement);
    root.current.configure({ gl: renderer, size, dpr: dpr(size.height), frameloop: 'demand' });
    root.current.render(children);
  });
  useEffect(() => () => root.current?.unmount(), []);

  return <div ref={place} style={{ width: '100%', height: '100%', overflow: 'hidden' }} />;
}
