import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Renders children into an element that fills its place and can move to another document with its content: neither
 * canvas nor video restarts.
 * @param to null: here
 */
export function Movable({ to, children }: { to: HTMLElement | null; children: ReactNode }) {
  const home = useRef<HTMLDivElement | null>(null);
  const [element] = useState(() => {
    const made = document.createElement('div');
    made.className = 'absolute inset-0';
    return made;
  });
  // Before the children measure themselves in layout effects.
  const settle = useCallback(
    (place: HTMLDivElement | null) => {
      home.current = place;
      place?.append(element);
    },
    [element],
  );
  useLayoutEffect(() => {
    to?.append(element);
    return () => {
      if (to) home.current?.append(element);
    };
  }, [to, element]);
  return (
    <>
      <div ref={settle} className="contents" />
      {createPortal(children, element)}
    </>
  );
}
